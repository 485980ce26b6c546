-- The link of an open registration is stored as a hash, as every other link. An account that registered itself waits from
-- this moment until an administrator enables it; meanwhile it takes none of the organisation's places.
alter table registration add column uuid_hash bytea;
update registration set uuid_hash = sha256(convert_to(uuid::text, 'UTF8'));
alter table registration alter column uuid_hash set not null, add unique (uuid_hash), drop column uuid;

alter table account add column waits_since bigint;
create index account_waiting on account (org_id, waits_since) where waits_since is not null;
