-- Templates (decision 33): a template is a device that no machine has, so it is configured by what configures devices.
alter table equipment add column is_template boolean not null default false;
-- A device may be called as its template is.
drop index equipment_name;
create unique index equipment_name on equipment (org_id, name) where not is_template;
create unique index template_name on equipment (org_id, name) where is_template;
create index equipment_template on equipment (org_id, id) where is_template;

-- What templates alone have. Its id is that of its row in equipment.
create table template (
  id int primary key references equipment (id) on delete cascade,
  org_id int not null references organisation (id) on delete cascade,
  -- Of the gateways that it is made for; null: of any.
  series text,
  model text,
  unique (org_id, id)
);

-- Of which page of the template, and which secret of its drivers, one of a device is made.
alter table page add column origin_id int;
alter table driver_secret add column origin_id int;
