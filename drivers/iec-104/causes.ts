// Numbers of the protocol: causes of transmission and types of the system (IEC 60870-5-101, clause 7.2).

/** Causes of transmission. */
export const causes = {
  periodic: 1,
  background: 2,
  spontaneous: 3,
  initialized: 4,
  request: 5,
  activation: 6,
  activationCon: 7,
  deactivation: 8,
  activationTerm: 10,
  returnRemote: 11,
  returnLocal: 12,
  /** 20 to 36: general interrogation, of the station and of groups. 37 to 41: counter interrogation. */
  interrogated: 20,
  lastGroup: 36,
  lastCounterGroup: 41,
  unknownType: 44,
  unknownCause: 45,
  unknownCommonAddress: 46,
  unknownObject: 47,
} as const

/** Types of the system. */
export const systemTypes = { endOfInit: 70, interrogation: 100, counters: 101, read: 102, clock: 103 } as const
