#!/bin/sh
# Restores PostgreSQL to a moment, under the account postgres, with Patroni and Intake stopped on every machine:
#   sh restore-database.sh '2026-11-23 03:29:00+00' [timeline]
# Start Patroni here afterwards, then on machines whose data folder was emptied. docs/backup.md
# To try a backup, on a machine of its own: sh restore-database.sh --trial '2026-11-23 03:29:00+00'
set -eu
trial=
if [ "$1" = --trial ]; then
  trial=--archive-mode=off
  shift
fi
moment=$1
# Each restore and each failover begins a timeline. A second restore takes the one before the first, by its number.
timeline=${2:-latest}

mkdir -p -m 0700 ${PG_DATA}
pgbackrest --config=${BACKUP_CONFIG} --stanza=intake --delta --type=time "--target=$moment" \
  "--target-timeline=$timeline" --target-action=promote $trial restore

# Patroni would not let the server end its replay in the past. No address: only this account connects.
log=${PG_SOCKETS}/restore.log
control() { ${PG_BIN}/pg_ctl -D ${PG_DATA} -w -t 86400 -l "$log" "$@"; }
fail() { grep FATAL "$log" | tail -n 1 >&2; exit 1; }
: > "$log"
control -o "-c listen_addresses= -c unix_socket_directories=${PG_SOCKETS} -c ssl=off" start || fail
until [ "$(psql -h ${PG_SOCKETS} -d postgres -Atc 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  control status > /dev/null || fail
  sleep 0.2
done
# A restored server begins a timeline. In production's repository that of a trial would be taken for the latest.
if [ -n "$trial" ]; then
  echo "restored for a trial, and running: psql -h ${PG_SOCKETS} intake. Afterwards: ${PG_BIN}/pg_ctl -D ${PG_DATA} stop"
  exit
fi
control -m fast stop

# The cluster of before the restore is forgotten, so that Patroni takes this data for the beginning of a new one. While a Patroni
# leads it there is one more question, which fails here; one that was killed leads for its ttl of 20 s.
tries=0
until printf 'intake\nYes I am aware\n' | patronictl -c ${PATRONI_CONFIG} remove intake >> "$log" 2>&1; do
  tries=$((tries + 1))
  if [ $tries -eq 40 ]; then
    echo "restored, but the cluster of before is not forgotten: stop Patroni on every machine, then patronictl -c ${PATRONI_CONFIG} remove intake" >&2
    exit 1
  fi
  sleep 1
done
