-- Passwords and files of drivers, sealed with the platform's key. Versions of a configuration name them by their numbers,
-- so that no version holds one in clear; a number is never used again. `place` is what a secret was entered for: it goes
-- nowhere else.
create table driver_secret (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  equipment_id int not null,
  place text not null,
  sealed bytea not null,
  created_at bigint not null,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index driver_secret_equipment on driver_secret (equipment_id);

alter table driver_secret enable row level security;
create policy sight on driver_secret using ((select current_setting('app.org', true)) = '*'
  or org_id = (select nullif(nullif(current_setting('app.org', true), ''), '*')::int));

-- How often an account browses.
create index command_browse on command (account_id, created_at) where kind = 'browse';
