-- Agents that gateways are upgraded to, by the model of their hardware; pieces of a file are read without the rest of it.
create table firmware (
  id int generated always as identity primary key,
  model text not null,
  version text not null,
  notes text not null,
  file_name text not null,
  size_bytes int not null,
  sha256 text not null,
  content bytea not null,
  author text not null,
  created_at bigint not null,
  unique (model, version)
);
alter table firmware alter column content set storage external;

-- A staged upgrade: so many gateways at once, and none further after so many failures.
create table upgrade_run (
  id int generated always as identity primary key,
  firmware_id int not null references firmware (id),
  at_once int not null,
  trial_s int not null,
  max_failures int not null,
  state text not null check (state in ('running', 'paused', 'done', 'cancelled')),
  author text not null,
  created_at bigint not null
);

-- One gateway of it, or one that its owner upgrades by himself. The id is what the gateway asks for the file by.
create table upgrade (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  run_id int references upgrade_run (id) on delete cascade,
  gateway_id int not null references gateway (id) on delete cascade,
  firmware_id int not null references firmware (id),
  state text not null check (state in ('waiting', 'ordered', 'loading', 'trial', 'done', 'failed', 'skipped', 'cancelled')),
  from_version text,
  loaded int not null default 0,
  code int,
  reason text,
  command_uuid uuid,
  ordered_at bigint,
  changed_at bigint not null
);
create index upgrade_of_run on upgrade (run_id, gateway_id);
create unique index upgrade_under_way on upgrade (gateway_id) where state in ('waiting', 'ordered', 'loading', 'trial');
