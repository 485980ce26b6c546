-- What an account had set going and what still waits is marked in the transaction that ends its sessions: the platform
-- sends none of it any more and tells it as cancelled. Sessions first: whoever enters a command holds the session until
-- the command can be seen here.
alter table command add column revoked boolean not null default false;

create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from session where account_id = new.id;
  update command set revoked = true where account_id = new.id and status = 'waiting';
  return new;
end $$;

-- A command that was cancelled after it had been sent may have been carried out: then its line tells that.
create or replace function operation_log_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.result in ('waiting', 'timeout', 'cancelled'))
    and (to_jsonb(new) - array['code', 'result', 'after']) = (to_jsonb(old) - array['code', 'result', 'after']) then
    return new;
  end if;
  raise exception 'the operation log is append-only';
end $$;

do $$
declare
  settings text := format('security definer set search_path = %I, pg_temp', current_schema());
begin
  execute 'create or replace function operation_log_finish(log_id bigint, new_code int, new_result text) returns boolean
    language plpgsql ' || settings || ' as $body$
    begin
      if new_result is null or new_result not in (''waiting'', ''success'', ''failure'', ''exception'', ''timeout'', ''cancelled'') then
        raise invalid_parameter_value using message = ''no outcome of an operation'';
      end if;
      update operation_log set code = new_code, result = new_result
        where id = log_id and result in (''waiting'', ''timeout'', ''cancelled'');
      return found;
    end $body$';
end $$;
