-- What became of telling people about an alarm: one row a person, alarm and way, whatever happens in between.
create table delivery (
  id bigint generated always as identity primary key,
  org_id int not null,
  equipment_id int not null,
  alarm_id int not null,
  -- Gone with its account; the name stays.
  account_id int references account (id) on delete set null,
  account_name text not null,
  method text not null check (method in ('push', 'email', 'sms', 'phone')),
  level text not null,
  -- Alarms that are told with it, of the same device.
  others int not null default 0,
  title text not null,
  title_en text not null,
  note text not null,
  note_en text not null,
  -- Of who wrote the alarm's rule: for people who chose none.
  language text not null,
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  -- Why it was dropped or failed, or waits.
  reason text,
  tries int not null default 0,
  -- When it is sent, or tried again; of one under way: when its sender is given up.
  due_at bigint not null,
  created_at bigint not null,
  ended_at bigint,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  foreign key (org_id, alarm_id) references alarm (org_id, id) on delete cascade,
  unique (alarm_id, account_id, method)
);
create index delivery_due on delivery (method, due_at) where state in ('waiting', 'sending');
create index delivery_org on delivery (org_id, id desc);
create index delivery_equipment on delivery (equipment_id);
create index delivery_account on delivery (account_id, method, ended_at desc) where state = 'sent';
