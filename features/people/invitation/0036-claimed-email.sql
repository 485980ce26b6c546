-- The address that a newcomer wrote down himself: nobody has typed it who knows him, and he has shown nothing. It is none by
-- which single sign-on finds its person, until a code shows that it is his or an administrator types another.
alter table account add column email_claimed boolean not null default false;

create or replace function email_changed() returns trigger language plpgsql as $$
begin
  if new.email_at is not distinct from old.email_at then
    new.email_at := null;
  end if;
  new.email_claimed := false;
  return new;
end $$;

update account set email_claimed = true
where email is not null and email_at is null
  and exists (select from operation_log where act = 'enroll' and object_type = 'account' and object_id = account.id)
  and not exists (select from invitation_use join invitation on invitation.id = invitation_use.invitation_id
    where invitation_use.account_id = account.id and lower(invitation.email) = lower(account.email));
