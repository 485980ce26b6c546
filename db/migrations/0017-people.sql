-- Organisations side by side, and who in them may do what. One of them is the platform's own: only its accounts may be
-- of the operator's staff.
alter table organisation
  add column kind text not null default 'enterprise' check (kind in ('platform', 'enterprise')),
  add column disabled boolean not null default false,
  add column contact text,
  add column phone text,
  add column email text,
  add column address text,
  add column remark text,
  add column max_internal int not null default 200,
  add column max_external int not null default 200,
  -- Counts what changes who sees or may do what in it: whoever keeps such an answer compares this number.
  add column access_version bigint not null default 1;
update organisation set kind = 'platform' where id = (select min(id) from organisation);
create unique index organisation_platform on organisation (kind) where kind = 'platform';

create table department (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  parent_id int,
  name text not null,
  sort int not null default 0,
  created_at bigint not null,
  unique (org_id, id),
  foreign key (org_id, parent_id) references department (org_id, id)
);
create unique index department_name on department (org_id, coalesce(parent_id, 0), name);

-- What an organisation's role lets its accounts do: keys of permissions, of which devices, and regions of pages.
create table role (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  role_type text not null check (role_type in ('operation', 'internal', 'external')),
  name text not null,
  remark text,
  auths text[] not null default '{}',
  data_range text not null default 'granted' check (data_range in ('all', 'department', 'own', 'granted')),
  -- Regions of pages that it sees; null: all of them.
  regions text[],
  version int not null default 1,
  created_at bigint not null,
  unique (org_id, id)
);
create unique index role_name on role (org_id, lower(name));

alter table account
  add column role_id int,
  add column department_id int,
  add column phone text,
  add column email text,
  add column company text,
  add column address text,
  add column customer_level text,
  add column security_zone text,
  add column remark text,
  -- It must choose a password of its own before anything else.
  add column change_password boolean not null default false,
  add column password_at bigint not null default 0,
  add column created_by int references account (id) on delete set null,
  add constraint account_role_type check (role_type in ('admin', 'operation', 'enterprise', 'internal', 'external')),
  add unique (org_id, id),
  add foreign key (org_id, role_id) references role (org_id, id),
  add foreign key (org_id, department_id) references department (org_id, id);
create unique index account_phone on account (phone) where phone is not null;
create unique index account_email on account (lower(email)) where email is not null;
create index account_org on account (org_id, role_type);
create index account_role on account (role_id);
create index account_department on account (department_id);

-- An administrator of before runs a company, unless the company is the platform's.
update account set role_type = 'enterprise' where role_type in ('admin', 'operation')
  and org_id not in (select id from organisation where kind = 'platform');

create function staff_only_of_platform() returns trigger language plpgsql as $$
begin
  if not exists (select from organisation where id = new.org_id and kind = 'platform') then
    raise check_violation using message = 'only the platform''s own organisation has staff';
  end if;
  return new;
end $$;
create trigger account_staff before insert or update of role_type, org_id on account
  for each row when (new.role_type in ('admin', 'operation')) execute function staff_only_of_platform();

-- A device or a group of devices authorised to an account or to all of a role. The account may be of another
-- organisation: then it is a guest of this one.
create table access_grant (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  account_id int references account (id) on delete cascade,
  role_id int,
  equipment_id int,
  group_id int,
  may_write boolean not null default false,
  created_at bigint not null,
  created_by int references account (id) on delete set null,
  check (num_nonnulls(account_id, role_id) = 1),
  check (num_nonnulls(equipment_id, group_id) = 1),
  foreign key (org_id, role_id) references role (org_id, id) on delete cascade,
  foreign key (org_id, equipment_id) references equipment (org_id, id) on delete cascade,
  foreign key (org_id, group_id) references device_group (org_id, id) on delete cascade
);
create unique index access_grant_once on access_grant
  (org_id, coalesce(account_id, 0), coalesce(role_id, 0), coalesce(equipment_id, 0), coalesce(group_id, 0));
create index access_grant_account on access_grant (account_id);
create index access_grant_role on access_grant (role_id);
create index access_grant_equipment on access_grant (equipment_id);
create index access_grant_group on access_grant (group_id);

-- A session acts in one organisation: the account's own, or one whose guest it is. It was confirmed by the password.
alter table session
  add column acting_org_id int references organisation (id),
  add column confirmed_at bigint not null default 0;

-- Whatever changes who sees or may do what raises the organisation's number, in the same transaction.
create function access_changed() returns trigger language plpgsql as $$
begin
  update organisation set access_version = access_version + 1 where id in (select distinct org_id from changed);
  return null;
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['role', 'access_grant', 'department', 'device_group'] loop
    execute format('create trigger access_added after insert on %I referencing new table as changed
      for each statement execute function access_changed()', t);
    execute format('create trigger access_edited after update on %I referencing new table as changed
      for each statement execute function access_changed()', t);
    execute format('create trigger access_removed after delete on %I referencing old table as changed
      for each statement execute function access_changed()', t);
  end loop;
end $$;
create trigger access_added after insert on equipment referencing new table as changed
  for each statement execute function access_changed();
create trigger access_removed after delete on equipment referencing old table as changed
  for each statement execute function access_changed();

-- Most changes of a device or an account change nothing of this: only these are looked at.
create function access_moved() returns trigger language plpgsql as $$
begin
  update organisation set access_version = access_version + 1 where id = new.org_id;
  return null;
end $$;
create trigger access_moved after update of group_id, created_by on equipment for each row
  when ((old.group_id, old.created_by) is distinct from (new.group_id, new.created_by)) execute function access_moved();
create trigger access_moved after update of department_id on account for each row
  when (old.department_id is distinct from new.department_id) execute function access_moved();

-- What an account had set going and what still waits goes no further once it may do less.
create function revoke_commands() returns trigger language plpgsql as $$
begin
  update command set revoked = true where status = 'waiting' and org_id = old.org_id and account_id in (
    select id from account where id = old.account_id or role_id = old.role_id);
  return null;
end $$;
create trigger commands_revoked after update or delete on access_grant
  for each row execute function revoke_commands();
create function revoke_of_role() returns trigger language plpgsql as $$
begin
  update command set revoked = true where status = 'waiting' and account_id in (
    select id from account where role_id = old.id);
  return null;
end $$;
create trigger commands_revoked after update of auths, data_range on role
  for each row execute function revoke_of_role();
create function revoke_of_account() returns trigger language plpgsql as $$
begin
  update command set revoked = true where status = 'waiting' and account_id = old.id;
  return null;
end $$;
create trigger commands_revoked after update of role_id, department_id on account for each row
  when ((old.role_id, old.department_id) is distinct from (new.role_id, new.department_id))
  execute function revoke_of_account();
