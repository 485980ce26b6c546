-- What external accounts may do by programs: an organisation authorises each API (a permission that such accounts can hold) to
-- those accounts whose programs may use it.
create table api_grant (
  org_id int not null references organisation (id),
  account_id int not null,
  api text not null,
  created_at bigint not null,
  primary key (account_id, api),
  foreign key (org_id, account_id) references account (org_id, id) on delete cascade
);
create index api_grant_api on api_grant (org_id, api);

-- Sockets, streams and commands of programs follow at once.
create trigger access_added after insert on api_grant referencing new table as changed
  for each statement execute function access_changed();
create trigger access_removed after delete on api_grant referencing old table as changed
  for each statement execute function access_changed();

-- Keys that there are go on.
insert into api_grant (org_id, account_id, api, created_at)
select distinct account.org_id, account.id, unnest(api_key.auths), max(api_key.created_at) over (partition by account.id)
from api_key join account on account.id = api_key.account_id where account.role_type = 'external';
