-- Organisations and their accounts. Instants are epoch ms UTC (bigint), organisation on every row.
create table organisation (
  id int generated always as identity primary key,
  name text not null,
  zone text not null default 'Asia/Shanghai',
  created_at bigint not null
);

create table account (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  loginname text not null,
  password_hash text not null,
  role_type text not null,
  name text not null,
  disabled boolean not null default false,
  created_at bigint not null
);
create unique index account_loginname on account (lower(loginname));

-- Sessions and tokens are kept as hashes: reading the table gives nobody a way in.
create table session (
  token_hash bytea primary key,
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  ip text,
  agent text
);
create index session_account on session (account_id);

create table login_guard (
  key text primary key,
  failures int not null default 0,
  last_at bigint not null,
  locked_until bigint not null default 0,
  captcha text,
  captcha_at bigint
);

create table socket_token (
  token_hash bytea primary key,
  org_id int not null references organisation (id),
  session_hash bytea not null references session (token_hash) on delete cascade,
  equipment_id int not null,
  expires_at bigint not null
);

create table device_group (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  parent_id int references device_group (id),
  name text not null,
  sort int not null default 0,
  created_at bigint not null
);
create unique index device_group_name on device_group (org_id, coalesce(parent_id, 0), name);

-- A gateway without organisation is registered by the operator but not claimed yet.
create table gateway (
  id int generated always as identity primary key,
  org_id int references organisation (id),
  sn text not null unique,
  series text not null,
  model text not null,
  claim_code_hash bytea not null,
  secret_hash bytea not null,
  -- Sealed with the platform's key: an external broker that lost its accounts is taught them again.
  secret_sealed bytea not null,
  box_id text,
  remark text,
  created_at bigint not null,
  claimed_at bigint,
  firmware text,
  network_type text,
  signal_strength double precision,
  mode text not null default 'standard',
  vpn boolean not null default false,
  lan_ip text,
  mac text,
  config_hash text,
  config_binding_id int,
  clock_offset_ms double precision,
  session text,
  state text not null default 'offline',
  lease_until bigint not null default 0,
  online_since bigint,
  last_seen_at bigint
);
create index gateway_org on gateway (org_id);

create table claim_try (
  id bigint generated always as identity primary key,
  org_id int not null references organisation (id),
  sn text not null,
  at bigint not null
);
create index claim_try_at on claim_try (org_id, at);

create table equipment (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  group_id int references device_group (id),
  name text not null,
  number text,
  manufacturer text,
  factory_date text,
  install_date text,
  warranty_until text,
  iccid text,
  sort int,
  address text,
  longitude double precision,
  latitude double precision,
  rule_type text not null default '00',
  zone text,
  remark text,
  created_at bigint not null,
  created_by int not null references account (id)
);
create unique index equipment_name on equipment (org_id, name);
create index equipment_group on equipment (group_id);

-- The period in which a gateway serves a device. Records carry its id, so they never go to a later owner.
create table binding (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  equipment_id int not null references equipment (id) on delete cascade,
  gateway_id int not null references gateway (id),
  bound_at bigint not null,
  unbound_at bigint
);
create unique index binding_gateway on binding (gateway_id) where unbound_at is null;
create unique index binding_equipment on binding (equipment_id) where unbound_at is null;

-- What a person configures, as immutable versions.
create table config_version (
  id bigint generated always as identity primary key,
  org_id int not null references organisation (id),
  object_type text not null,
  object_id int not null,
  version int not null,
  hash text not null,
  content jsonb not null,
  author_id int references account (id),
  author text not null,
  created_at bigint not null,
  unique (object_type, object_id, version)
);

-- Ids of drivers and signals are never used again, even after deletion.
create sequence driver_id as int;
create sequence signal_id as int;

-- The newest version's drivers and signals, for lists, search and ownership; `spec` is the whole of it.
create table driver (
  id int primary key,
  org_id int not null references organisation (id),
  equipment_id int not null references equipment (id) on delete cascade,
  position int not null,
  name text not null,
  type text not null,
  spec jsonb not null
);
create index driver_equipment on driver (equipment_id);

create table signal (
  id int primary key,
  org_id int not null references organisation (id),
  equipment_id int not null references equipment (id) on delete cascade,
  driver_id int not null references driver (id) on delete cascade,
  position int not null,
  name text not null,
  title text not null,
  pinned boolean not null default false,
  spec jsonb not null
);
create index signal_equipment on signal (equipment_id, position);
create index signal_org_title on signal (org_id, title);

-- What each signal last said, written in batches, so that a restarted platform still knows it.
create table last_value (
  signal_id int primary key,
  org_id int not null references organisation (id),
  equipment_id int not null,
  value jsonb,
  code int not null,
  at bigint not null
);
create index last_value_equipment on last_value (equipment_id);

create table operation_log (
  id bigint generated always as identity primary key,
  org_id int not null references organisation (id),
  at bigint not null,
  account_id int,
  loginname text not null,
  act text not null,
  object_type text not null,
  object_id int,
  object_name text not null,
  before jsonb,
  after jsonb,
  code int,
  result text not null,
  ip text
);
create index operation_log_org on operation_log (org_id, id desc);
create index operation_log_object on operation_log (object_type, object_id, id desc);

-- Append-only: a row may once learn the outcome of a command that was under way, nothing else changes, nothing goes.
create function operation_log_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.result in ('waiting', 'timeout'))
    and (to_jsonb(new) - array['code', 'result', 'after']) = (to_jsonb(old) - array['code', 'result', 'after']) then
    return new;
  end if;
  raise exception 'the operation log is append-only';
end $$;
create trigger operation_log_guard before update or delete on operation_log
  for each row execute function operation_log_guard();

create table command (
  uuid uuid primary key,
  org_id int not null references organisation (id),
  account_id int references account (id),
  gateway_id int not null references gateway (id),
  equipment_id int,
  signal_id int,
  kind text not null,
  payload jsonb not null,
  status text not null,
  code int,
  value jsonb,
  reason text,
  log_id bigint,
  created_at bigint not null,
  expires_at bigint not null,
  finished_at bigint
);
create index command_waiting on command (expires_at) where status = 'waiting';
create index command_gateway on command (gateway_id, created_at desc);

create table follow (
  account_id int not null references account (id) on delete cascade,
  equipment_id int not null references equipment (id) on delete cascade,
  org_id int not null references organisation (id),
  primary key (account_id, equipment_id)
);

create table page (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  equipment_id int not null references equipment (id) on delete cascade,
  title text not null,
  startup boolean not null default false,
  content jsonb not null,
  updated_at bigint not null
);
create index page_equipment on page (equipment_id);
