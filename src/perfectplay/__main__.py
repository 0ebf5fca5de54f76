"""Run the command line: `python -m perfectplay`."""

from perfectplay.cli.main import main

if __name__ == "__main__":
    main()
