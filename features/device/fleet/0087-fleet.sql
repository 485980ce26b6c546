-- Imports of devices from a file and copies of a device: each is rows, done one after the other, also after a restart.
create table fleet_job (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  kind text not null check (kind in ('copy', 'import')),
  -- In progress, completed, failed [S4]; ended by somebody.
  status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
  -- The device that is copied, as it was called, or the file.
  title text not null,
  source_id int,
  account_id int references account (id) on delete set null,
  loginname text not null,
  author text not null,
  created_at bigint not null,
  finished_at bigint,
  unique (org_id, id)
);
create index fleet_job_org on fleet_job (org_id, id desc);
create index fleet_job_running on fleet_job (id) where status = 'running';

create table fleet_item (
  job_id int not null,
  org_id int not null references organisation (id) on delete cascade,
  position int not null,
  -- Line of the file; 0 of a copy.
  line int not null,
  name text not null,
  -- What becomes of it: fields, and the template that it is bound to.
  work jsonb not null,
  -- The device: which is changed, or which was made.
  device_id int,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'cancelled')),
  code int,
  -- What the text of the code is filled with.
  details jsonb,
  primary key (job_id, position),
  foreign key (org_id, job_id) references fleet_job (org_id, id) on delete cascade
);
create index fleet_item_waiting on fleet_item (job_id, position) where state = 'waiting';
