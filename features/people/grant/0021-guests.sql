-- Who authorises a device to an account of another organisation knows of it what he typed, and no more.
alter table access_grant add column guest text;

-- Names that were tried, so that none is found by trying.
create table guest_try (
  id int generated always as identity primary key,
  org_id int not null references organisation (id),
  account_id int not null references account (id) on delete cascade,
  at bigint not null
);
create index guest_try_account on guest_try (account_id, at);
