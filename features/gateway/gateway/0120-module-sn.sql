-- The SN of the communication module in a gateway, as the gateway reports it.
alter table gateway add column module_sn text;
