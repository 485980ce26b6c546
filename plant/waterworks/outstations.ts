// The small stations around the works, as one part of the model.
import { type ControlBuilding, runControl, startControl } from './control-building.ts'
import type { Distribution } from './distribution.ts'
import { type Booster, runHighZone, startBooster, startTower, type Tower } from './high-zone.ts'
import type { Intake } from './intake.ts'
import type { Moment } from './moment.ts'
import { runSludge, type Sludge, startSludge } from './sludge.ts'
import type { Treatment } from './treatment.ts'
import { startWell, type Well } from './wells.ts'

export type Outstations = { booster: Booster; tower: Tower; well1: Well; sludge: Sludge; control: ControlBuilding }

export const startOutstations = (): Outstations => ({
  ...{
    booster: startBooster(),
    tower: startTower(),
    well1: startWell(),
    sludge: startSludge(),
    control: startControl(),
  },
})

type Works = { intake: Intake; treatment: Treatment; distribution: Distribution; outstations: Outstations }

/**
 * Advances the outstations that follow the three large stations within a step; wells and the booster's demand come
 * before. Modifies them.
 */
export function runOutstations({ intake, treatment, distribution, outstations }: Works, moment: Moment) {
  const { sludge, control } = outstations
  runHighZone(outstations, distribution, moment)
  runSludge(sludge, treatment, moment)
  runControl(control, { intake, treatment, sludge }, moment)
}
