-- Which devices follow a template (decision 33). `own` are the fields that a device has of its own, `part number field`;
-- `device_hash` is over what of the device is compared, renewed whenever the device is saved.
create table template_binding (
  org_id int not null references organisation (id) on delete cascade,
  equipment_id int primary key,
  template_id int not null,
  -- The template's version that the device was made of, when and by whom.
  version int not null,
  bound_at bigint not null,
  applied_at bigint not null,
  author text not null,
  own text[] not null default '{}',
  device_hash text not null,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  foreign key (org_id, template_id) references template (org_id, id)
);
create index template_binding_template on template_binding (org_id, template_id);
