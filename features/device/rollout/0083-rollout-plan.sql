-- A rollout stands on all that was saved of its template, with its pages, and keeps what was read in its plan (decision 33).
alter table rollout add column template_stamp text not null default '';
update rollout set template_stamp = (
  select coalesce(max(v.id) || '-' || count(*), '') from config_version v where v.equipment_id = rollout.template_id
) || '-' || coalesce((select p.id from page p where p.equipment_id = rollout.template_id and p.startup limit 1), 0);

-- The device's version that was read in the plan, null once a person went on with whatever it is; and which plan was its.
alter table rollout_device add column version int;
alter table rollout_device add column plan int;

-- Devices that change alike have one plan. It is read again from the version of one of them and that of the template.
create table rollout_plan (
  rollout_id int not null,
  org_id int not null references organisation (id) on delete cascade,
  no int not null,
  equipment_id int not null,
  version int not null,
  own text[] not null,
  -- The template's version that they were made of; null: not the same of all.
  from_version int,
  added int not null,
  changed int not null,
  removed int not null,
  pages jsonb not null,
  lost jsonb not null,
  primary key (rollout_id, no),
  foreign key (org_id, rollout_id) references rollout (org_id, id) on delete cascade,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade
);
