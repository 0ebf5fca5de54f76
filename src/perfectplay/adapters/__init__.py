"""Who else speaks it? Our games in the formats of other libraries, and theirs in ours.

`gymnasium`, `pettingzoo` and `openspiel` each need the library they are named after (`pip install
'perfectplay[gym]'` and so on); `export` and `read_model` write and read the files of model
checkers.
"""
