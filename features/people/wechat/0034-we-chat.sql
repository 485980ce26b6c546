-- WeChat of accounts: a way to sign in, which one binds oneself.
create table we_chat_link (
  account_id int primary key,
  org_id int not null,
  -- Whom the application knows by `open_id`; all applications of one owner by `union_id`, where WeChat tells it.
  app_id text not null,
  open_id text not null,
  union_id text unique,
  created_at bigint not null,
  unique (app_id, open_id),
  foreign key (org_id, account_id) references account (org_id, id) on delete cascade
);

-- A way over WeChat that is begun: of the browser that began it, good once, for some minutes.
create table we_chat_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  target text not null,
  -- The session whose account binds its WeChat; null: a session begins.
  session_hash bytea,
  created_at bigint not null,
  expires_at bigint not null
);
create index we_chat_attempt_expires on we_chat_attempt (expires_at);

do $$
declare
  settings text := format('security definer set search_path = %I, pg_temp', current_schema());
begin
  -- Who lost the account to somebody else is helped by an administrator: what that one has bound goes too.
  execute 'create function we_chat_reset() returns trigger language plpgsql ' || settings || ' as $body$
    begin
      delete from we_chat_link where account_id = new.id;
      return new;
    end $body$';
  revoke all on function we_chat_reset() from public;
end $$;
create trigger we_chat_reset after update of second_factor_reset_at on account for each row
  when (old.second_factor_reset_at is distinct from new.second_factor_reset_at) execute function we_chat_reset();
