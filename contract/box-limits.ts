// Limits of a gateway's own settings: part of contract/limits.ts.
export const boxLimits = {
  /** Mappings of a gateway; modules registered at once. [S9] */
  mappings: 100,
  modulesAtOnce: 100,
  /** Refreshes of a base-station location a day. [S9] */
  locationsADay: 5,
  /** Of a certificate or key: the file [S9], and what it is as PEM. */
  certificateBytes: 1024 * 1024,
  certificateLength: 200_000,
  privateKeyLength: 20_000,
  mqttTextLength: 200,
  mqttTopicLength: 200,
  /** Variables that are published to a server of the customer's own. */
  mqttVariables: 500,
  tamperFormulaLength: 100,
  /** A box that a changed LAN has cut off goes back to the old one after this. */
  lanRollbackMs: 120_000,
  /** Serial ports of a gateway: COM1 to COM8. */
  serialPorts: 8,
  /** Where a Linux box offers COM1 to its drivers, on its loopback; the next ones follow. */
  firstLinePort: 4001,
  /** What a gateway tells of itself, at least so often, and no faster than. */
  boxToldMs: 5 * 60_000,
  boxToldPerS: 1,
  boxToldBurst: 30,
  /** Settings of a gateway may be ordered so often by one account. */
  boxOrdersPerMinute: 60,
  /** Of the agent: its file, one piece of it on its way, and how soon a new one has to report before the old comes back. */
  firmwareBytes: 16 * 1024 * 1024,
  firmwareChunkBytes: 96 * 1024,
  firmwareTrialMs: 5 * 60_000,
  firmwareModels: 200,
  firmwareVersions: 100,
  firmwareNotesLength: 2000,
  /** Signing keys that a gateway is offered, the newest ones. */
  firmwareKeys: 20,
  /** Gateways of one upgrade, and those that load at the same time. */
  upgradeGateways: 1000,
  upgradesAtOnce: 20,
  /** How long a gateway that shall load and does not is waited for. */
  upgradeStallMs: 10 * 60_000,
  /** One that went away while it loads keeps the next ones waiting for so long. */
  upgradeGraceMs: 2 * 60_000,
} as const
