#!/bin/sh
# Creates the plain role of the program and its database. PostgreSQL's image runs it once, with an empty volume.
# The password of the role is in the file that TAN_DB_PASSWORD_FILE names.
set -eu
TAN_DB_PASSWORD=$(cat "$TAN_DB_PASSWORD_FILE")
export TAN_DB_PASSWORD
psql -X -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres <<'SQL'
\getenv password TAN_DB_PASSWORD
CREATE ROLE take_a_number LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE take_a_number OWNER take_a_number ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT, TEMPORARY ON DATABASE take_a_number FROM PUBLIC;
SQL
