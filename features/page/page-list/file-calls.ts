// Exports a page to a file, and imports one on any device or project.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { bindCollector, countWidgets } from '../../../contract/page-document.ts'
import { bytesInTurns } from '../../../core/bytes-in-turns.ts'
import { mapInTurns } from '../../../core/giving-way.ts'
import { jsonPieces } from '../../../core/json-pieces.ts'
import type { Sight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import type { PageOwner } from '../page/contract.ts'
import { documentDecoder, ownerGone, ownerIn, save } from '../page/part-saving.ts'
import { forAsker } from '../page/part-shown.ts'
import { loadPage, lockOwner, signalsByName } from '../page/part-stored.ts'
import { exportPage, type FileVariable, importPage } from './contract.ts'
import { titleFor } from './new-title.ts'
import { boundFile, fileOf, keyOf, titleIn, variablesIn } from './page-file.ts'
import { loadSignalNames, loadSignalsOf } from './store.ts'

type Found = { signalId: SignalId; equipId: EquipmentId }

/**
 * The variables that a file names, on the page's own device, if there is one, and on others that the caller can see.
 */
async function found(sight: Sight, { equipmentId }: PageOwner, named: readonly FileVariable[]) {
  const own = equipmentId === null ? [] : named.filter(({ device }) => device === null)
  const others = named.filter(({ device }) => device !== null)
  const here = await signalsByName(
    sight,
    own.map(({ name }) => ({ equipId: equipmentId!, name })),
  )
  const there = await loadSignalsOf(
    sight,
    [...new Set(others.map(({ device }) => device!))],
    [...new Set(others.map(({ name }) => name))],
  )
  const byKey = new Map<string, Found>()
  for (const { id, equipmentId: equipId, device, name } of there)
    byKey.set(keyOf({ device, name }), { signalId: id, equipId })
  for (const { name } of own) {
    const signal = here.get(`${equipmentId}.${name}`)
    if (signal) byKey.set(keyOf({ device: null, name }), { signalId: signal.signalId, equipId: equipmentId! })
  }
  return byKey
}

/** Maximum number of missing variables in an answer. */
const maxMissing = 200

export const fileCalls = [
  serve(exportPage, { kind: 'stream' }, async ({ id }, call) => {
    const page = await forAsker(await loadPage(call.sight, id), call)
    if (!page) throw fail('notFound')
    if (page.needsPassword) throw fail('pagePassword')
    const { add, binds } = bindCollector()
    await mapInTurns(page.content.widgets, add)
    const named = await loadSignalNames(call.sight, binds().signals)
    const body = bytesInTurns(jsonPieces(await fileOf(page, named)))
    // The media type is not application/json, because the client would read that as an envelope.
    return { type: 'application/vnd.gatehouse.page+json', name: `${page.title}.json`, body }
  }),

  serve(
    importPage,
    {
      kind: 'change',
      prepare: async ({ json, ...rest }, { decode, language, user }) => ({
        ...rest,
        file: await decode(documentDecoder, { json, fields: {}, language }, user.accountId),
      }),
    },
    async ({ equipmentId, projectId, title: asked, file }, call) => {
      const { sight, language } = call
      const wanted = asked ?? titleIn(file, limits.titleLength)
      if (wanted === undefined) throw badField('title', 'missing', language)
      const owner = ownerIn({ equipmentId, projectId }, language)
      if (!(await lockOwner(sight, owner))) throw ownerGone(owner)
      const title = await titleFor(sight, owner, wanted)
      const known = await found(sight, owner, await variablesIn(file.widgets))
      const { content, bound, lost, missing } = await boundFile(file, owner.equipmentId, (variable) =>
        known.get(keyOf(variable)),
      )
      const entry = { ...owner, title, startup: false, content }
      const change = await save(call, 'importPage', undefined, entry, undefined, {})
      const report = { widgets: countWidgets(content.widgets), bound, lost, missing: missing.slice(0, maxMissing) }
      return { ...change, data: { ...change.data, title, ...report } }
    },
  ),
] satisfies RoomServer
