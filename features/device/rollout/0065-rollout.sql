-- A template given to many devices: the first few, then waves; by itself it stops and takes back what failed (decision 33).
create table rollout (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  template_id int not null,
  -- The template's version that was read in the plan: another one stops it.
  template_version int not null,
  status text not null default 'running' check (status in ('running', 'paused', 'done', 'cancelled')),
  paused_why text check (paused_why in ('person', 'failures', 'template')),
  -- The wave that is under way, 0 for the first few devices, and since when all of it is over.
  wave int not null default 0,
  wave_over_at bigint,
  -- The wave in which it stopped by itself, and somebody went on nevertheless.
  stopped_wave int,
  wait_s int not null,
  stop_share int not null,
  watch_s int not null,
  roll_back boolean not null,
  account_id int references account (id) on delete set null,
  loginname text not null,
  author text not null,
  created_at bigint not null,
  finished_at bigint,
  unique (org_id, id),
  foreign key (org_id, template_id) references template (org_id, id) on delete cascade
);
create index rollout_template on rollout (org_id, template_id, id desc);
create index rollout_running on rollout (id) where status = 'running';

create table rollout_device (
  rollout_id int not null,
  org_id int not null references organisation (id) on delete cascade,
  equipment_id int not null,
  wave int not null,
  state text not null default 'waiting' check (state in
    ('waiting', 'sent', 'watching', 'complete', 'takingBack', 'rolledBack', 'failed', 'skipped')),
  forced boolean not null default false,
  code int,
  reason text,
  uuid uuid,
  -- What it was before, to go back to: version of its configuration, its binding, and the pages that were changed.
  before jsonb,
  changed_at bigint not null,
  started_at bigint,
  primary key (rollout_id, equipment_id),
  foreign key (org_id, rollout_id) references rollout (org_id, id) on delete cascade,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index rollout_device_equipment on rollout_device (equipment_id);
create index rollout_device_open on rollout_device (rollout_id, wave) where state in ('waiting', 'sent', 'watching', 'takingBack');
