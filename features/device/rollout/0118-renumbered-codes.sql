-- Four codes have other numbers since the specification names theirs. Lines of the operation log are hashed and stay: their texts
-- are found by the former numbers (contract/errors.ts).
do $$
declare
  holder text;
begin
  foreach holder in array '{rollout_device,command,fleet_item,upgrade,tunnel}'::text[] loop
    execute format($update$
      update %I set code = case code when 1111 then 1141 when 1112 then 1142 when 1113 then 1143 else 1354 end
      where code in (1111, 1112, 1113, 1321)
    $update$, holder);
  end loop;
end $$;
