// Limits of a gateway's own settings: part of contract/limits.ts.
export const boxLimits = {
  /** Mappings of a gateway; modules registered in one batch. [S9] */
  mappings: 100,
  modulesAtOnce: 100,
  /** Refreshes of a base-station location per day. [S9] */
  locationsADay: 5,
  /** A certificate or key: bytes of the file [S9], and characters as PEM. */
  certificateBytes: 1024 * 1024,
  certificateLength: 200_000,
  privateKeyLength: 20_000,
  mqttTextLength: 200,
  mqttTopicLength: 200,
  /** Variables published to the customer's own server. */
  mqttVariables: 500,
  tamperFormulaLength: 100,
  /** A box that loses the platform after a LAN change restores the old settings after this. */
  lanRollbackMs: 120_000,
  /** Serial ports of a gateway: COM1 to COM8. */
  serialPorts: 8,
  /** The loopback port where a Linux box offers COM1 to its drivers; the other serial ports follow. */
  firstLinePort: 4001,
  /** Status reports of a gateway: longest interval, maximum rate, burst. */
  boxToldMs: 5 * 60_000,
  boxToldPerS: 1,
  boxToldBurst: 30,
  /** Changes of gateway settings by one account per minute. */
  boxOrdersPerMinute: 60,
  /** Firmware: bytes of the file and of a chunk; a new version that does not report within the trial is rolled back. */
  firmwareBytes: 16 * 1024 * 1024,
  firmwareChunkBytes: 96 * 1024,
  firmwareTrialMs: 5 * 60_000,
  firmwareModels: 200,
  firmwareVersions: 100,
  firmwareNotesLength: 2000,
  /** Signing keys offered to a gateway, the newest ones. */
  firmwareKeys: 20,
  /** Gateways of one upgrade, and gateways that download at the same time. */
  upgradeGateways: 1000,
  upgradesAtOnce: 20,
  /** An upgrade gives up on a gateway that makes no download progress for this long. */
  upgradeStallMs: 10 * 60_000,
  /** A gateway that goes offline during its download keeps its slot in the upgrade for this long. */
  upgradeGraceMs: 2 * 60_000,
} as const
