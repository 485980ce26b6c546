import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { bytesInTurns } from '../../../core/bytes-in-turns.ts'
import { jsonPieces } from '../../../core/json-pieces.ts'
import { loadFirstPictures } from '../../../db/page-picture.ts'
import { countsOf, readConfig } from '../../frame/config.ts'
import { type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import { loadWhole, type Whole } from '../template-binding/part-sides.ts'
import { followersOf } from '../template-binding/part-standing.ts'
import {
  addTemplate,
  asDevice,
  copyTemplate,
  deleteTemplate,
  editTemplate,
  exportTemplate,
  importTemplate,
  queryTemplates,
  queryTemplatesForManage,
  type TemplateFields,
  type TemplateId,
  templateDetail,
} from './contract.ts'
import { filePage, fillTemplate, type Source } from './copying.ts'
import { templateDecoder } from './decoders.ts'
import {
  insertTemplate,
  loadTemplate,
  loadTemplates,
  loadTemplatesShort,
  lockTemplate,
  otherSeries,
  removeTemplate,
  updateTemplate,
} from './store.ts'
import { fileOf, withoutSecrets } from './template-file.ts'

const objectOf = (id: TemplateId, name: string) => ({ type: 'template', id, name }) as const

async function wholeOf(call: Pick<ChangeCall, 'sight'>, id: TemplateId): Promise<Whole> {
  const whole = await loadWhole(call.sight, asDevice(id))
  if (!whole) throw fail('notFound')
  return whole
}

/** Adds a template and copies the content of a source into it. */
async function added(call: ChangeCall, fields: TemplateFields, source: Source | undefined): Promise<TemplateId> {
  const id = await insertTemplate(call.sight, fields, call.user.accountId, call.now())
  if (source) await fillTemplate(call, id, fields.name, source)
  return id
}

export default [
  serve(queryTemplatesForManage, async ({ pictures, ...filter }, { sight }) => {
    const { total, rows } = await loadTemplates(sight, filter)
    const ids = rows.map(({ id }) => id)
    const following = await followersOf(sight, ids)
    const listed = rows.map((row) => ({ ...row, ...following(row.id) }))
    if (!pictures) return { total, rows: listed }
    const pictureOf = await loadFirstPictures(sight, 'equipment', ids)
    return { total, rows: listed.map((row) => ({ ...row, picture: pictureOf.get(row.id) ?? null })) }
  }),

  serve(queryTemplates, ({ keyword }, { sight }) => loadTemplatesShort(sight, keyword)),

  serve(templateDetail, async ({ id }, { sight }) => {
    const row = await loadTemplate(sight, id)
    if (!row) throw fail('notFound')
    return { ...row, ...(await followersOf(sight, [id]))(id) }
  }),

  serve(addTemplate, { kind: 'change' }, async ({ equipmentId, ...fields }, call) => {
    const device = equipmentId ? await loadWhole(call.sight, equipmentId) : undefined
    if (equipmentId && !device) throw fail('equipmentNotFound')
    const source = device && { ...device, config: withoutSecrets(device.config) }
    const id = await added(call, fields, source)
    const after = { ...fields, ...(device && { equipmentId, device: device.name, ...countsOf(device.config) }) }
    return { act: 'add', object: objectOf(id, fields.name), after, data: { id } }
  }),

  serve(editTemplate, { kind: 'change' }, async ({ id, ...fields }, { sight }) => {
    const before = await lockTemplate(sight, id)
    if (!before) throw fail('notFound')
    const other = fields.series === null ? undefined : await otherSeries(sight, id, fields.series)
    if (other) throw fail('seriesOfGateway', { own: fields.series!, other: other.series }, { field: 'series' })
    await updateTemplate(sight, id, fields)
    return { act: 'edit', object: objectOf(id, fields.name), before, after: fields, data: null }
  }),

  serve(deleteTemplate, { kind: 'change' }, async ({ id }, { sight }) => {
    const before = await lockTemplate(sight, id)
    if (!before) throw fail('notFound')
    const { devices } = (await followersOf(sight, [id]))(id)
    if (devices > 0) throw fail('templateInUse', { count: devices })
    await removeTemplate(sight, id)
    return { act: 'delete', object: objectOf(id, before.name), before, data: null }
  }),

  serve(copyTemplate, { kind: 'change' }, async ({ id, ...fields }, call) => {
    const of = await lockTemplate(call.sight, id)
    if (!of) throw fail('notFound')
    if (of.series !== null && fields.series !== of.series)
      throw fail('seriesOfCopy', { own: of.series, other: fields.series ?? '—' }, { field: 'series' })
    const copy = await added(call, fields, await wholeOf(call, id))
    const after = { ...fields, copyOf: id, template: of.name }
    return { act: 'copyTemplate', object: objectOf(copy, fields.name), after, data: { id: copy } }
  }),

  serve(exportTemplate, { kind: 'stream' }, async ({ id }, { sight }) => {
    const row = await loadTemplate(sight, id)
    const whole = await loadWhole(sight, asDevice(id))
    if (!row || !whole) throw fail('notFound')
    const { name, series, model, remark } = row
    const pages = whole.pages.map((page) => {
      const { title, startup, content: document } = page
      return [String(page.id), { title, startup, document }]
    })
    const file = fileOf({ name, series, model, remark }, { ...whole, pages: Object.fromEntries(pages) })
    const body = bytesInTurns(jsonPieces(file))
    return { type: 'application/vnd.gatehouse.template+json', name: `${name}.json`, body }
  }),

  serve(
    importTemplate,
    {
      kind: 'change',
      prepare: async ({ json, ...rest }, { decode, user, language }) => ({
        ...rest,
        file: await decode(templateDecoder, { json, language }, user.accountId),
      }),
    },
    async ({ name, series, file }, call) => {
      const own = file.template.series
      if (series !== null && own !== null && series !== own)
        throw fail('seriesOfFile', { own, other: series }, { field: 'series' })
      const fields = { ...file.template, name: name ?? file.template.name, series: own ?? series }
      const equipmentId = file.equipmentId as Whole['equipmentId']
      const pages = file.pages.map(({ id, ...page }) => filePage(id, equipmentId, page))
      if (pages.filter(({ startup }) => startup).length > 1) throw badField('json', 'notAllowed', call.language)
      const id = await added(call, fields, { equipmentId, config: readConfig(file.config), secrets: [], pages })
      const counts = { ...countsOf(file.config), pages: pages.length } as never as Record<
        'drivers' | 'signals' | 'reports' | 'alarms' | 'scripts' | 'pages',
        number
      >
      return {
        act: 'importTemplate',
        object: objectOf(id, fields.name),
        after: { ...fields, ...counts },
        data: { id, name: fields.name, ...counts },
      }
    },
  ),
] satisfies RoomServer
