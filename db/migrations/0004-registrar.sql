-- Who registered a gateway: until it is claimed, and again once it is released, it is listed for that organisation and
-- for nobody else.
alter table gateway add column registrar_id int references organisation (id);
update gateway set registrar_id = coalesce(
  (select org_id from operation_log
   where act = 'register' and object_type = 'gateway' and object_id = gateway.id order by id limit 1),
  gateway.org_id,
  (select min(id) from organisation)
);
-- A removed gateway keeps its row, because records name it; its secret and its code are void.
alter table gateway add column removed_at bigint;
create index gateway_unclaimed on gateway (registrar_id, id) where org_id is null and removed_at is null;
