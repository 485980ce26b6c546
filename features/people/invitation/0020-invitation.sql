-- Organisations are told apart by their names.
update organisation set name = name || ' ' || id where id in (
  select id from (select id, row_number() over (partition by lower(name) order by id) as nth from organisation) as named
  where nth > 1);
create unique index organisation_name on organisation (lower(name));

-- An account that goes leaves behind what it made: devices go to an administrator, what it set going goes no further,
-- and what only names its author keeps the name.
alter table config_version drop constraint config_version_author_id_fkey,
  add foreign key (author_id) references account (id) on delete set null;
alter table command drop constraint command_account_id_fkey,
  add foreign key (account_id) references account (id) on delete set null;
create function account_leaves() returns trigger language plpgsql as $$
declare
  heir int;
begin
  update command set revoked = true where account_id = old.id and status = 'waiting';
  if exists (select from equipment where created_by = old.id) then
    select id into heir from account
      where org_id = old.org_id and role_type in ('enterprise', 'admin') and id <> old.id
      order by disabled, role_type desc, id limit 1;
    update equipment set created_by = heir where created_by = old.id;
  end if;
  return old;
end $$;
create trigger account_leaves before delete on account for each row execute function account_leaves();

-- Whoever has the link of a role registers for it until that moment; the account waits until somebody enables it.
create table registration (
  role_id int primary key,
  org_id int not null references organisation (id),
  uuid uuid not null unique,
  until_at bigint not null,
  created_by int references account (id) on delete set null,
  foreign key (org_id, role_id) references role (org_id, id) on delete cascade
);

-- An invitation is used by whoever has its code, which is kept as a hash.
create table invitation (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  code_hash bytea not null unique,
  role_type text not null check (role_type in ('internal', 'external')),
  role_id int,
  -- Kept when the role is deleted: the invitation was for it, and is good for nothing else.
  role_name text,
  department_id int,
  email text,
  max_uses int not null check (max_uses between 1 and 50),
  expires_at bigint not null,
  revoked_at bigint,
  created_at bigint not null,
  created_by int references account (id) on delete set null,
  creator text not null,
  unique (org_id, id),
  foreign key (org_id, role_id) references role (org_id, id) on delete set null (role_id),
  foreign key (org_id, department_id) references department (org_id, id) on delete set null (department_id)
);
create index invitation_org on invitation (org_id, id desc);

create table invitation_use (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  invitation_id int not null,
  account_id int references account (id) on delete set null,
  loginname text not null,
  used_at bigint not null,
  foreign key (org_id, invitation_id) references invitation (org_id, id) on delete cascade
);
create index invitation_use_of on invitation_use (invitation_id);
