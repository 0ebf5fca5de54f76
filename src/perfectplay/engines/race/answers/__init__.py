"""What else can a solved race answer? Its ends, tables and samples."""
