-- How many days before its end a warranty is told; 0: only when it has ended.
alter table organisation
  add column warranty_notice_days int not null default 30 check (warranty_notice_days between 0 and 365);
-- What was told: once, also where the message was deleted since. Another date is told anew.
create table warranty_notice (
  org_id int not null references organisation (id) on delete cascade,
  equipment_id int not null references equipment (id) on delete cascade,
  kind text not null check (kind in ('soon', 'ended')),
  until text not null,
  told_at bigint not null,
  primary key (equipment_id, kind, until)
);
create index warranty_notice_org on warranty_notice (org_id);
create index equipment_warranty on equipment (warranty_until) where warranty_until is not null and not is_template;
