// The settings of the operator: one field per writable register. The PLC program starts with these values.

export const initialCommands = {
  intake: {
    mode: 1,
    pump1SpeedSp: 1400,
    pump2SpeedSp: 1300,
    flowSp: 310,
    wellLevelSp: 3.2,
    gateSp: 50,
    valveSp: 100,
    rakeStartDp: 6,
    rakeTime: 600,
    batchName: 'RAW-2026-01',
    pump1Start: true,
    pump2Start: true,
    rakeNow: false,
  },
  treatment: {
    mode: 1,
    coagulantDoseSp: 18,
    chlorineSp: 0.8,
    outletValveSp: 50,
    washFilter: 0,
    washStartDp: 20,
    washDuration: 600,
    washInterval: 129_600,
    sludgeTime: 330,
    recipeName: 'PAC standard',
    chlorinatorStart: true,
    coagulantStart: true,
    sludgeOpen: false,
  },
  distribution: {
    mode: 1,
    pressureSp: 0.42,
    nightPressureSp: 0.36,
    nightStart: 2300,
    nightEnd: 500,
    reservoirLevelSp: 3,
    prvSp: 0.3,
    boosterDoseSp: 0.1,
    pump1SpeedSp: 1350,
    pump2SpeedSp: 1350,
    pump3SpeedSp: 1350,
    zoneBIsolated: false,
    shiftName: '甲班',
    pump1Start: true,
    pump2Start: true,
    pump3Start: true,
  },
  booster: { startLevel: 3, stopLevel: 4.4, speedSp: 1450, pump1Start: true, pump2Start: true },
  tower: {},
  well1: { stopClearLevel: 4, pumpStart: true },
  well2: { pumpStart: false },
  sludge: { startSludgeLevel: 70, stopSludgeLevel: 20, centrifugeStart: true },
  control: { loadPressure: 6.6, unloadPressure: 7.4, compressorStart: true },
  tanker: {},
}

export type Commands = typeof initialCommands

/** Push buttons reset after a step, so that the next press counts again. */
export function releaseButtons(commands: Commands): Commands {
  if (!commands.intake.rakeNow && commands.treatment.washFilter === 0) return commands
  return {
    ...commands,
    intake: { ...commands.intake, rakeNow: false },
    treatment: { ...commands.treatment, washFilter: 0 },
  }
}
