-- History. Every row carries the gateway, by which it can be distributed, and the equipment, with which it moves.
-- Instants are epoch ms UTC (bigint): reading one costs a tenth of a timestamptz.

alter table organisation add column history_days int not null default 365 check (history_days between 1 and 36500);

-- Ids of reports and columns are never used again, even after deletion.
create sequence report_id as int;
create sequence column_id as int;

-- The newest version's reports and columns. What was removed stays, since its history does; a column of a device that
-- is gone tells the nightly clean-up what to delete.
create table history_report (
  id int primary key,
  org_id int not null references organisation (id),
  equipment_id int not null,
  position int not null,
  name text not null,
  type text not null,
  spec jsonb not null,
  created_at bigint not null,
  removed_at bigint
);
create index history_report_equipment on history_report (equipment_id, position);

create table history_column (
  id int primary key,
  org_id int not null references organisation (id),
  equipment_id int not null,
  report_id int not null references history_report (id),
  position int not null,
  signal_id int not null,
  aggregation text,
  data_type text not null,
  title text not null,
  unit text,
  decimals int,
  created_at bigint not null,
  removed_at bigint
);
create index history_column_report on history_column (report_id, position);
create index history_column_signal on history_column (equipment_id, signal_id);

-- Only the process that took the newest generation writes.
create table history_writer (
  one boolean primary key default true check (one),
  generation bigint not null,
  taken_at bigint not null
);
insert into history_writer (generation, taken_at) values (0, 0);

-- Up to which sequence number everything is committed, for each outbox and lane (0 event, 1 record). Moves with the
-- compaction of the frames that carried the numbers; until then the frames themselves are the mark.
create table history_mark (
  gateway_id int not null,
  epoch text not null,
  lane smallint not null,
  seq bigint not null,
  updated_at bigint not null,
  primary key (gateway_id, epoch, lane)
);

-- What gateways had to drop, so that a hole in a curve can say why it is there.
create table history_gap (
  id bigint generated always as identity primary key,
  org_id int not null references organisation (id),
  equipment_id int not null,
  gateway_id int not null,
  epoch text not null,
  lane smallint not null,
  from_seq bigint not null,
  to_seq bigint not null,
  points bigint not null,
  from_at bigint,
  to_at bigint,
  reason text not null,
  noted_at bigint not null
);
create index history_gap_equipment on history_gap (equipment_id, to_at);

-- What nobody may own or no rule can read: kept, counted, and visible to the operator, who can replay it.
create table history_quarantine (
  id bigint generated always as identity primary key,
  org_id int,
  gateway_id int not null,
  binding_id int,
  epoch text not null,
  lane smallint not null,
  seq bigint not null,
  received_at bigint not null,
  reason text not null,
  payload bytea not null,
  replayed_at bigint
);
create index history_quarantine_gateway on history_quarantine (gateway_id, id);

-- Landing: a ring of segments. A frame packs batches of gateways with the same remainder (grp); `gateways` tells whose,
-- so that a reader passes over the others without opening them. Emptied by TRUNCATE, which is not MVCC-safe: readers
-- lock the ring in ACCESS SHARE mode before their snapshot.
do $$
begin
  for slot in 0..7 loop
    execute format(
      'create table history_landing_%s (
         id bigint generated always as identity,
         grp smallint not null,
         gateways int[] not null,
         frame bytea not null)
       with (autovacuum_enabled = off, toast_tuple_target = 8160)', slot);
    execute format('alter table history_landing_%s alter column frame set storage external', slot);
  end loop;
end $$;

-- Chunks of one column, never across a UTC day. `low` to `last_value` are over good numbers and null where there are
-- none. Level 0: from the compactor; 1: merged; 2: a whole day. Partitions are weeks (Monday UTC), made ahead.
create sequence history_chunk_id;
create table history_chunk (
  gateway_id int not null,
  column_id int not null,
  t0 bigint not null,
  id bigint not null default nextval('history_chunk_id'),
  t1 bigint not null,
  org_id int not null,
  equipment_id int not null,
  level smallint not null,
  n int not null,
  good int not null,
  low double precision,
  high double precision,
  total double precision,
  first_value double precision,
  last_value double precision,
  data bytea not null,
  primary key (gateway_id, column_id, t0, id)
) partition by range (t0);
alter table history_chunk alter column data set storage external;
-- What is not yet in the day's chunk: the merge finds it without looking at the years before.
create index history_chunk_loose on history_chunk (t0) where level < 2;
create table history_chunk_rest partition of history_chunk default;
