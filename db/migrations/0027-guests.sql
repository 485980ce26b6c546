-- What an account does as a guest of another organisation is held to its session and ended with its rights, although
-- row-level security shows neither organisation the rows of the other.
do $$
declare
  settings text := format('security definer set search_path = %I, pg_temp', current_schema());
  f text;
begin
  execute 'create function hold_session(hash bytea) returns boolean language plpgsql ' || settings || ' as $body$
    begin
      perform from session where token_hash = hash for share;
      return found;
    end $body$';
  revoke all on function hold_session(bytea) from public;
  foreach f in array array['end_sessions', 'revoke_commands', 'revoke_of_role', 'revoke_of_account', 'access_changed',
      'access_moved', 'staff_only_of_platform'] loop
    execute format('alter function %I() ', f) || settings;
    execute format('revoke all on function %I() from public', f);
  end loop;
end $$;
