-- Alarms. Rules stand in the device's configuration; here is the newest of each, also of removed ones, so that what they
-- raised keeps its words.
create sequence alarm_rule_id as int;

create table alarm_rule (
  id int primary key,
  org_id int not null,
  equipment_id int not null,
  position int not null,
  name text not null,
  level text not null,
  -- As it is judged on the platform alone: offline, powerOff; null: on the gateway.
  platform_kind text,
  spec jsonb not null,
  enabled boolean not null,
  created_at bigint not null,
  removed_at bigint,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  unique (org_id, id)
);
create index alarm_rule_equipment on alarm_rule (equipment_id);

-- One row an occurrence: raised once, cleared once, never active again.
create table alarm (
  id int generated always as identity primary key,
  org_id int not null,
  equipment_id int not null,
  rule_id int not null,
  -- Drawn where it was raised; names the occurrence for ever.
  occurrence text not null,
  binding_id int,
  kind text not null,
  level text not null,
  name text not null,
  content text not null,
  signal_id int,
  unit text,
  decimals int,
  -- The value that raised it, and the limit that it passed; texts as JSON.
  value jsonb,
  limit_text text,
  latched boolean not null,
  raised_at bigint not null,
  received_at bigint not null,
  cleared_at bigint,
  -- It stood unnoticed while the line was cut: told with others as one.
  is_backlog boolean not null default false,
  acknowledged_at bigint,
  acknowledged_by int,
  -- The name then; a person may be gone.
  acknowledged_name text,
  comment text,
  reset_at bigint,
  -- It stands, or it waits for somebody: as features/alarm/rules.ts.
  is_open boolean not null generated always as
    (cleared_at is null or (latched and reset_at is null) or acknowledged_at is null) stored,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  foreign key (org_id, rule_id) references alarm_rule (org_id, id) on delete cascade,
  unique (org_id, id),
  unique (equipment_id, occurrence)
);
-- The list of what is open, and its counts, which every screen asks for every few seconds: answered by the index alone.
create index alarm_open on alarm (org_id, rule_id, raised_at) include (id, equipment_id, level, acknowledged_at)
  where is_open;
create index alarm_cleared on alarm (org_id, cleared_at desc) where cleared_at is not null;
create index alarm_raised on alarm (org_id, raised_at desc, id desc);
create index alarm_equipment on alarm (equipment_id, raised_at desc);
create index alarm_rule_raised on alarm (rule_id, raised_at desc);

-- What happened to an alarm, in order.
create table alarm_note (
  id bigint generated always as identity primary key,
  org_id int not null,
  alarm_id int not null,
  at bigint not null,
  -- raised, cleared, acknowledged, commented, reset, shelved, unshelved, told …
  act text not null,
  account_id int,
  account_name text,
  text text,
  foreign key (org_id, alarm_id) references alarm (org_id, id) on delete cascade
);
create index alarm_note_alarm on alarm_note (alarm_id, id);

-- A rule that somebody silenced: for a time (shelved), or until it is put back (out of service).
create table alarm_shelf (
  rule_id int primary key,
  org_id int not null,
  equipment_id int not null,
  kind text not null,
  until bigint,
  reason text not null,
  account_id int,
  account_name text not null,
  at bigint not null,
  foreign key (org_id, rule_id) references alarm_rule (org_id, id) on delete cascade,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index alarm_shelf_until on alarm_shelf (until);

-- Views of the list that somebody named; those of the company are seen by all of it.
create table alarm_filter (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  account_id int not null references account (id) on delete cascade,
  is_shared boolean not null default false,
  name text not null,
  filter jsonb not null,
  created_at bigint not null,
  unique (org_id, id)
);
create index alarm_filter_org on alarm_filter (org_id);

-- What one shift leaves to the next.
create table alarm_handover (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  at bigint not null,
  account_id int,
  account_name text not null,
  text text not null,
  unique (org_id, id)
);
create index alarm_handover_org on alarm_handover (org_id, id desc);
