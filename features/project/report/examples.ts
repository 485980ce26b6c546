// Example reports with ready expressions; the user only chooses the variables. Pure.
import type { Draft, FieldDraft } from './draft.ts'
import { plainBucket } from './draft.ts'
import { reportText } from './text.ts'

const t = reportText.t
type Word =
  | ('production' | 'running' | 'rate' | 'energy' | 'volume' | 'specific')
  | ('pieces' | 'rejects' | 'availability' | 'performance' | 'quality' | 'oee')
type Example = { key: string; title: string; note: string; draft: Draft }

type Line = [key: string, title: Word, unit: string, decimals: number, expression: string]
const fieldsOf = (lines: readonly Line[]): FieldDraft[] =>
  lines.map(([key, title, unit, decimals, expression], id) => ({
    ...{ id, key, title: t(title), unit, decimals, expression },
  }))

/** The usual early, late and night shifts. */
export const usualShifts = () => [
  { name: t('early'), start: '06:00' },
  { name: t('late'), start: '14:00' },
  { name: t('night'), start: '22:00' },
]

const shifts = () => ({ ...plainBucket, unit: 'shift' as const, shifts: usualShifts() })

const production = (): Draft => ({
  ...{ title: t('prodTitle'), bucket: shifts(), zone: null },
  fields: fieldsOf([
    ['production', 'production', t('piecesUnit'), 0, 'delta(@counter)'],
    ['running', 'running', 'h', 2, 'hours(@running)'],
    ['rate', 'rate', t('rateUnit'), 0, '{production} / {running}'],
  ]),
  roles: [
    { name: 'counter', label: t('roleCounter') },
    { name: 'running', label: t('roleRunning') },
  ],
})

const energy = (): Draft => ({
  ...{ title: t('energyTitle'), bucket: plainBucket, zone: null },
  fields: fieldsOf([
    ['energy', 'energy', 'kWh', 0, 'delta(@energy)'],
    ['volume', 'volume', 'm³', 0, 'delta(@volume)'],
    ['specific', 'specific', 'kWh/m³', 3, '{energy} / {volume}'],
  ]),
  roles: [
    { name: 'energy', label: t('roleEnergy') },
    { name: 'volume', label: t('roleVolume') },
  ],
})

const oee = (): Draft => ({
  ...{ title: t('oeeTitle'), bucket: shifts(), zone: null, note: t('oeeRate') },
  fields: fieldsOf([
    ['running', 'running', 'h', 2, 'hours(@running)'],
    ['pieces', 'pieces', t('piecesUnit'), 0, 'delta(@counter)'],
    ['rejects', 'rejects', t('piecesUnit'), 0, 'delta(@rejects)'],
    ['availability', 'availability', '%', 1, '{running} / {period} * 100'],
    ['performance', 'performance', '%', 1, '{pieces} / ({running} * 600) * 100'],
    ['quality', 'quality', '%', 1, '({pieces} - {rejects}) / {pieces} * 100'],
    ['oee', 'oee', '%', 1, '{availability} * {performance} * {quality} / 10000'],
  ]),
  roles: [
    { name: 'running', label: t('roleRunning') },
    { name: 'counter', label: t('roleCounter') },
    { name: 'rejects', label: t('roleRejects') },
  ],
})

export const examples = (): Example[] => [
  { key: 'production', title: t('prodTitle'), note: t('prodNote'), draft: production() },
  { key: 'energy', title: t('energyTitle'), note: t('energyNote'), draft: energy() },
  { key: 'oee', title: t('oeeTitle'), note: t('oeeNote'), draft: oee() },
]
