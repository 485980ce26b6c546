// The scripts of a device in order, with statistics from the gateway.
import { ApiError, call } from '../../../contract/call.ts'
import type { Script } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { useReason } from '../../../ui/reason.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import type { Head } from '../config/part-editing.ts'
import { VersionsAct } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { deleteScript, orderScripts } from './contract.ts'
import { NewsPanel } from './news-panel.tsx'
import { scriptText } from './text.ts'
import { triggerWords } from './words.ts'

type Props = { info: EquipmentInfo; head: Head }

export function ScriptList({ info, head }: Props) {
  const t = useText(scriptText)
  const reason = useReason()
  const { path, go } = usePlace()
  const list = useList({}, limits.scriptsPerEquipment)
  const refresh = useRefresh()
  const { scripts } = head.config
  const changes = useChanges({ info, head })
  const limit = limits.scriptsPerEquipment
  return (
    <div className="script-page">
      <ListRoom<Script>
        isPart
        title={t('scripts')}
        may="equipment:edit"
        add={{
          label: t('add'),
          why: scripts.length >= limit && reason('scriptCapacity', { limit }),
          isSecondary: true,
          onClick: () => go(withSearch(path, { add: 'script' })),
        }}
        barEnd={
          <>
            {t('about')}
            <VersionsAct info={info} newest={head.version} />
          </>
        }
        empty={{ icon: 'script', about: t('empty') }}
        columns={useColumns(head, changes)}
        query={{ data: scripts, error: undefined, refetch: refresh }}
        list={list}
        acts={(script) => [{ label: t('delete'), sends: true, onClick: () => void changes.remove(script) }]}
      />
      {scripts.length > 0 && !info.isTemplate && <NewsPanel info={info} scripts={scripts} />}
    </div>
  )
}

type Changes = ReturnType<typeof useChanges>

function useChanges({ info, head }: Props) {
  const t = useText(scriptText)
  const refresh = useRefresh()
  const shown = useName()
  const at = { equipmentId: info.id, version: head.version }
  const send = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act()
      toast.good(`${done} ${info.sn ? t('sent') : ''}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.bad(error)
    } finally {
      await refresh()
    }
  }
  return {
    async remove({ id, name }: Script) {
      const target = shown(name)
      const question = { title: t('deleteTitle'), act: t('delete'), target, note: t('deleteNote'), danger: true }
      if (await confirm(question))
        await send(() => call(deleteScript, { ...at, scriptId: id }), t('deleted', { name: target }))
    },
    move(id: Script['id'], by: -1 | 1) {
      const ids = head.config.scripts.map((script) => script.id)
      const from = ids.indexOf(id)
      const moved = ids.toSpliced(from, 1).toSpliced(from + by, 0, id)
      return send(() => call(orderScripts, { ...at, scriptIds: moved }), t('moved'))
    },
  }
}

function useColumns({ config: { scripts, signals } }: Head, changes: Changes): Column<Script>[] {
  const t = useText(scriptText)
  const shown = useName()
  const { path } = usePlace()
  const named = useNamed(signals, 'title') ?? signals
  const place = (script: Script) => scripts.indexOf(script) + 1
  const trigger = (script: Script) => triggerWords(script.trigger, named, language())
  return [
    {
      key: 'position',
      title: t('position'),
      width: 104,
      phone: 'hide',
      text: place,
      cell: (script) => (
        <span className="script-order">
          {formatNumber(place(script))}
          <Act
            kind="link"
            sends
            may="equipment:edit"
            why={place(script) === 1 && t('isFirst')}
            onClick={() => void changes.move(script.id, -1)}
          >
            <span role="img" aria-label={t('up', { name: shown(script.name) })}>
              ↑
            </span>
          </Act>
          <Act
            kind="link"
            sends
            may="equipment:edit"
            why={place(script) === scripts.length && t('isLast')}
            onClick={() => void changes.move(script.id, 1)}
          >
            <span role="img" aria-label={t('down', { name: shown(script.name) })}>
              ↓
            </span>
          </Act>
        </span>
      ),
    },
    {
      key: 'name',
      title: t('name'),
      phone: 'title',
      text: ({ name }) => `${shown(name)} ${name}`,
      cell: ({ id, name }) => (
        <Go to={withSearch(path, { edit: id })} className="row-name">
          {shown(name)}
        </Go>
      ),
    },
    { key: 'trigger', title: t('trigger'), text: trigger, cell: trigger },
    {
      key: 'enabled',
      title: t('enabled'),
      phone: 'end',
      text: ({ enabled }) => (enabled === false ? 1 : 0),
      cell: ({ enabled }) => t(enabled === false ? 'onlyOn' : 'enabled'),
    },
  ]
}
