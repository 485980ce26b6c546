-- Projects (operations centres): pages over devices of many sites, shown to those who may see them.
create table project (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  name text not null,
  note text not null default '',
  -- Place in lists, from 1.
  seq int not null,
  -- What stands where a value is bad: a text of its own, or the last good value; always with its mark.
  error_val_show text not null default 'custom' check (error_val_show in ('custom', 'last')),
  error_default_val text not null default '0',
  created_by int references account (id) on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (org_id, id)
);

-- The devices of a project. One variable of each stands for it in lists and on maps.
create table project_equip (
  id int generated always as identity primary key,
  org_id int not null references organisation (id) on delete cascade,
  project_id int not null,
  equipment_id int not null,
  key_signal_id int,
  added_at bigint not null,
  unique (project_id, equipment_id),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
create index project_equip_equipment on project_equip (equipment_id);

-- A page belongs to a device or to a project, and so do its versions.
alter table page
  alter column equipment_id drop not null,
  add column project_id int,
  add foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  add check (num_nonnulls(equipment_id, project_id) = 1);
create index page_project on page (project_id);
alter table config_version add column project_id int;

-- A project is authorised to an account or a role as a device is.
drop index access_grant_once;
alter table access_grant
  drop constraint access_grant_check1,
  add column project_id int,
  add foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  add check (num_nonnulls(equipment_id, group_id, project_id) = 1);
create unique index access_grant_once on access_grant (org_id, coalesce(account_id, 0), coalesce(role_id, 0),
  coalesce(equipment_id, 0), coalesce(group_id, 0), coalesce(project_id, 0));
create index access_grant_project on access_grant (project_id);
create trigger access_added after insert on project referencing new table as changed
  for each statement execute function access_changed();
create trigger access_removed after delete on project referencing old table as changed
  for each statement execute function access_changed();
