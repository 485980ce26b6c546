-- The application is not the owner of the tables (db/rights.ts says what it may). What it may not do itself it asks these
-- functions for: they run with the owner's rights, check what they are asked, and look nowhere but in their own schema.
do $$
declare
  settings text := format('security definer set search_path = %I, pg_temp', current_schema());
begin
  -- The outcome of a command that was under way when its line was written.
  execute 'create function operation_log_finish(log_id bigint, new_code int, new_result text) returns boolean
    language plpgsql ' || settings || ' as $body$
    begin
      if new_result is null or new_result not in (''waiting'', ''success'', ''failure'', ''exception'', ''timeout'', ''cancelled'') then
        raise invalid_parameter_value using message = ''no outcome of an operation'';
      end if;
      update operation_log set code = new_code, result = new_result
        where id = log_id and result in (''waiting'', ''timeout'');
      return found;
    end $body$';

  -- The name of the partition of a week, which begins on a Monday in UTC, epoch ms.
  execute 'create function history_week_name(week bigint) returns text
    language plpgsql stable ' || settings || ' as $body$
    begin
      if week is null or week not between -62135596800000 and 253402300799999 or (week - 345600000) % 604800000 <> 0 then
        raise invalid_parameter_value using message = ''no week of history begins then'';
      end if;
      return ''history_chunk_w'' || to_char(timestamp ''epoch'' + make_interval(secs => week / 1000), ''YYYYMMDD'');
    end $body$';

  -- Whoever may use the whole may use the part; what strayed of it into the default partition moves over.
  execute 'create function history_add_week(week bigint) returns void
    language plpgsql ' || settings || ' as $body$
    declare
      name text := history_week_name(week);
      held record;
    begin
      if to_regclass(name) is not null then return; end if;
      execute format(''create table %I (like history_chunk including defaults including constraints including storage)
        with (toast_tuple_target = 8160)'', name);
      execute format(''with moved as (delete from history_chunk_rest where t0 >= %s and t0 < %s returning *)
        insert into %I select * from moved'', week, week + 604800000, name);
      execute format(''alter table history_chunk attach partition %I for values from (%s) to (%s)'', name, week, week + 604800000);
      for held in select r.rolname, a.privilege_type
        from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
        where c.oid = ''history_chunk''::regclass and a.grantee <> c.relowner loop
        execute format(''grant %s on %I to %I'', held.privilege_type, name, held.rolname);
      end loop;
    end $body$';

  execute 'create function history_detach_week(week bigint) returns void
    language plpgsql ' || settings || ' as $body$
    begin
      execute format(''alter table history_chunk detach partition %I'', history_week_name(week));
    end $body$';

  -- A week that is still a partition stays.
  execute 'create function history_drop_detached(week bigint) returns void
    language plpgsql ' || settings || ' as $body$
    declare
      name text := history_week_name(week);
    begin
      if to_regclass(name) is null then return; end if;
      if exists (select from pg_inherits where inhrelid = to_regclass(name)) then return; end if;
      execute format(''drop table %I'', name);
    end $body$';
end $$;

revoke all on function operation_log_finish(bigint, int, text), history_week_name(bigint), history_add_week(bigint),
  history_detach_week(bigint), history_drop_detached(bigint) from public;
