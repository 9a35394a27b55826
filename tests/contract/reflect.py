"""Reflects the views of a running service with SQLAlchemy, counts the rows of the typed ones, and fails where a hidden table
or a view without columns is reflected.

Argument: the URL of the database. CONTRACT_VIEWS: names of the typed views, with a comma between.
"""

import os
import sys

from sqlalchemy import MetaData, Table, create_engine, func, inspect, select

engine = create_engine(sys.argv[1])
names = inspect(engine).get_table_names()
hidden = [name for name in names if name.startswith("store_")]
if hidden:
    sys.exit(f"hidden tables are listed: {', '.join(hidden)}")
with engine.connect() as connection:
    for name in os.environ["CONTRACT_VIEWS"].split(","):
        if name not in names:
            sys.exit(f"{name} is not listed")
        table = Table(name, MetaData(), autoload_with=engine)
        if len(table.columns) == 0:
            sys.exit(f"{name} has no columns")
        rows = connection.execute(select(func.count()).select_from(table)).scalar()
        print(f"{name}: {len(table.columns)} columns, {rows} rows")
try:
    Table("store_api_keys", MetaData(), autoload_with=engine)
except Exception:
    sys.exit(0)
sys.exit("a hidden table is reflected")
