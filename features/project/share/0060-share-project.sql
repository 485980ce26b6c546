-- A project is shared like a device: with whoever has its link and password.
alter table share alter column equipment_id drop not null,
  add column project_id int,
  add foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  add constraint share_of_one check (num_nonnulls(equipment_id, project_id) = 1),
  add constraint share_project_once unique (org_id, project_id);
