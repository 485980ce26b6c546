-- The lines of an organisation form a chain (docs/decisions/0016-the-operation-log-is-a-chain.md): each link has the next
-- number and the hash of the link before it together with what the line says. The outcome of a command, which comes
-- later, is a link of its own. Who writes lines cannot write links: the owner's trigger does, at the commit.
create table operation_link (
  org_id int not null,
  seq bigint not null,
  log_id bigint not null,
  is_outcome boolean not null,
  -- As they were when the link was made: the line itself is told its outcome later.
  code int,
  result text not null,
  -- By the clock of the database, epoch ms.
  made_at bigint not null,
  hash bytea not null,
  primary key (org_id, seq)
);
create index operation_link_line on operation_link (log_id);

-- The last link of each organisation: it tells when links are missing at the end. Locked from the first link of a
-- transaction until its end.
create table operation_head (
  org_id int primary key,
  seq bigint not null,
  hash bytea not null
) with (fillfactor = 20);

create index operation_log_account on operation_log (org_id, account_id, id desc);

-- Beside the outcome nothing of a line ever changes.
create or replace function operation_log_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.result in ('waiting', 'timeout', 'cancelled'))
    and (to_jsonb(new) - array['code', 'result']) = (to_jsonb(old) - array['code', 'result']) then
    return new;
  end if;
  raise exception 'the operation log is append-only';
end $$;

create function operation_link_guard() returns trigger language plpgsql as $$
begin
  raise exception 'the chain of the operation log is append-only';
end $$;
create trigger operation_link_guard before update or delete on operation_link
  for each row execute function operation_link_guard();

-- What is hashed: each field with its length before it, so that no two lines read alike.
create function operation_content(fields text[]) returns bytea language sql stable as $$
  select convert_to(string_agg(case when f is null then '-,'
    else octet_length(convert_to(f, 'UTF8')) || ':' || f || ',' end, '' order by n), 'UTF8')
  from unnest(fields) with ordinality as field (f, n)
$$;

-- The link that follows the head.
create function operation_link_after(head operation_head, line operation_log, is_outcome boolean)
returns operation_link language plpgsql as $$
declare
  made_at bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  fields text[] := array[case when is_outcome then 'outcome' else 'line' end, line.org_id::text,
    (head.seq + 1)::text, made_at::text, line.id::text, line.code::text, line.result];
begin
  if not is_outcome then
    fields := fields || array[line.at::text, line.account_id::text, line.loginname, line.act, line.object_type,
      line.object_id::text, line.object_name, line.before::text, line.after::text, line.ip];
  end if;
  return (line.org_id, head.seq + 1, line.id, is_outcome, line.code, line.result, made_at,
    sha256(head.hash || operation_content(fields)))::operation_link;
end $$;

-- With the owner's rights, looking nowhere but in its own schema.
do $$
begin
  execute format('create function operation_link_add() returns trigger language plpgsql
    security definer set search_path = %I, pg_temp as $body$
    declare
      head operation_head;
      link operation_link;
    begin
      if tg_relid <> ''operation_log''::regclass then
        raise invalid_parameter_value using message = ''only lines of the operation log become links'';
      end if;
      loop
        select * into head from operation_head where org_id = new.org_id for update;
        exit when found;
        insert into operation_head values (new.org_id, 0, '''') on conflict do nothing;
      end loop;
      link := operation_link_after(head, new, tg_op = ''UPDATE'');
      insert into operation_link select link.*;
      update operation_head set seq = link.seq, hash = link.hash where org_id = link.org_id;
      return null;
    end $body$', current_schema());
end $$;

revoke all on function operation_content(text[]), operation_link_after(operation_head, operation_log, boolean),
  operation_link_add() from public;

-- The lines there are, oldest first.
lock table operation_log in share row exclusive mode;
do $$
declare
  line operation_log;
  link operation_link;
  head operation_head;
begin
  for line in select * from operation_log order by org_id, id loop
    if head.org_id is distinct from line.org_id then
      insert into operation_head select head.* where head.org_id is not null;
      head := (line.org_id, 0, '');
    end if;
    link := operation_link_after(head, line, false);
    insert into operation_link select link.*;
    head := (link.org_id, link.seq, link.hash);
  end loop;
  insert into operation_head select head.* where head.org_id is not null;
end $$;

-- At the commit, when every other lock of the transaction is held already: nobody waits for another while it holds a head.
create constraint trigger operation_link_add after insert on operation_log
  deferrable initially deferred for each row execute function operation_link_add();
create constraint trigger operation_link_outcome after update on operation_log
  deferrable initially deferred for each row
  when (old.code is distinct from new.code or old.result is distinct from new.result)
  execute function operation_link_add();
