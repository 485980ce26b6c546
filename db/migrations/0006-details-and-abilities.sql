-- What fills the marks of a failed command's text, such as the bounds of a value, as its gateway told.
alter table command add column details jsonb;
-- What the gateway can beyond what the first ones could, as its hello told (contract/abilities).
alter table gateway add column abilities jsonb;
