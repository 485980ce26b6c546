-- What is due is taken from each company in turn.
drop index delivery_due;
create index delivery_due on delivery (method, org_id, due_at, id) where state in ('waiting', 'sending');
