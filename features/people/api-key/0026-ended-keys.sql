-- What ends the sessions of an account ends its keys and its logins under way, and marks its waiting commands (0011, which
-- 0023 had dropped). Sessions first: whoever enters a command holds the session until the command can be seen here.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from login_ticket where account_id = new.id;
  delete from api_key where account_id = new.id;
  delete from session where account_id = new.id;
  update command set revoked = true where account_id = new.id and status = 'waiting';
  return new;
end $$;
