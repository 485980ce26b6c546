// The file format of a template: versioned JSON without secrets and without accounts of its organisation. Pure.
import { z } from 'zod'
import { AlarmRule, Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { maxWhole } from '../../../contract/fields.ts'
import { firstFault, reasonText } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { measureJson } from '../../../core/json-measure.ts'
import { unstorableAt } from '../../../core/storable.ts'
import { isReference, isTyped } from '../../../drivers/secret.ts'
import { withHeading } from '../../../ui/punctuation.ts'
import { readConfig } from '../../frame/config.ts'
import { TemplateFields } from './contract.ts'

const format = 'gatehouse.template'
const formatVersion = 1

type FilePage = { title: string; startup: boolean; document: unknown }
export type TemplateFile = {
  format: typeof format
  version: number
  template: TemplateFields
  /** The id by which expressions and pages refer to the template's own variables. */
  equipmentId: number
  config: EquipmentConfig
  /** Pages by id, because they link to each other. */
  pages: { [id: string]: FilePage }
}

/** Removes passwords and files of drivers. */
export const withoutSecrets = (config: EquipmentConfig): EquipmentConfig => ({
  ...config,
  drivers: config.drivers.map((driver) => ({
    ...driver,
    params: Object.fromEntries(
      Object.entries(driver.params).filter(([, value]) => !isReference(value) && !isTyped(value)),
    ),
  })),
})

/** Removes notification steps: they name accounts of the template's organisation. */
const withoutPeople = (config: EquipmentConfig): EquipmentConfig => ({
  ...config,
  alarms: config.alarms.map(({ steps: _, ...rule }) => AlarmRule.parse(rule)),
})

export const fileOf = (
  template: TemplateFields,
  { equipmentId, config, pages }: Pick<TemplateFile, 'equipmentId' | 'config' | 'pages'>,
): TemplateFile => ({
  ...{ format, version: formatVersion, template, equipmentId },
  config: withoutPeople(withoutSecrets(config)),
  pages,
})

const Id = z.number().int().positive().max(maxWhole)

/** The file without its parts, which are checked by their own schemas. */
const Head = z.object({
  format: z.literal(format),
  version: z.number().int().positive(),
  template: TemplateFields,
  equipmentId: Id,
  config: z.record(z.string(), z.unknown()),
  pages: z
    .record(
      z.string().regex(/^\d{1,10}$/),
      z.object({
        title: z.string().trim().min(1).max(limits.titleLength),
        startup: z.boolean(),
        document: z.unknown(),
      }),
    )
    .refine((pages) => Object.keys(pages).length <= limits.configPages),
})

const refused = (reason: string) => fail('templateFile', { reason }, { field: 'json' })

/** Throws 3103 with the fault, 3104, 10005. */
export function readFile(json: string, language: Language): TemplateFile {
  const fit = measureJson(Buffer.from(json), { values: limits.pageJsonValues, depth: limits.jsonDepth })
  if (fit === 'values') throw fail('tooLarge', { limit: `${limits.pageJsonValues} JSON` })
  if (fit === 'depth') throw refused(reasonText('malformed', language))
  let file: unknown
  try {
    file = JSON.parse(json)
  } catch {
    throw refused(reasonText('malformed', language))
  }
  const unstorable = unstorableAt(file)
  if (unstorable !== undefined) throw refused(withHeading(unstorable, reasonText('notAllowed', language), language))
  const { format: what, version } = (file ?? {}) as { format?: unknown; version?: unknown }
  if (what !== format) throw refused(withHeading('format', reasonText('notAllowed', language), language))
  if (typeof version === 'number' && version > formatVersion) throw fail('templateFileNewer', { version })
  const head = Head.safeParse(file, { reportInput: true })
  if (!head.success) throw refused(told(head.error, language))
  const config = EquipmentConfig.safeParse(readConfig(head.data.config), { reportInput: true })
  if (!config.success) throw refused(told(config.error, language))
  const drivers = z.array(Driver).parse(config.data.drivers)
  return { ...head.data, config: withoutPeople(withoutSecrets({ ...config.data, drivers })) }
}

function told(error: z.ZodError, language: Language): string {
  const { field, reason } = firstFault(error, language)
  return withHeading(field, reason, language)
}
