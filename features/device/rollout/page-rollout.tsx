// A running rollout: one cell per device, grouped by wave; devices that need a user's decision first. [S4 Config
// consistency]
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { Card, PageHeader, Tag } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  cancelRollout,
  pauseRollout,
  type RolloutId,
  type RolloutInfo,
  resumeRollout,
  rolloutInfo,
  rolloutPlan,
  takeBackRollout,
} from './contract.ts'
import { countWords } from './count-words.ts'
import { RolloutDevices } from './device-list.tsx'
import { PlanPanel } from './plan-panel.tsx'
import './rollout.css'
import { Progress } from './progress.tsx'
import { isOver } from './rules.ts'
import { rolloutText } from './text.ts'

const lookMs = 2000

export default function RolloutPage() {
  const { params } = usePlace()
  const id = Number(params.id) as RolloutId
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...queryOf(rolloutInfo, { id }), refetchInterval: lookMs })
  const t = useText(rolloutText)
  const named = useName()
  const zone = useZone()
  if (!data)
    return <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
  const { templateId, templateName, templateVersion, author, createdAt, plans } = data
  const all = countWords(data).all
  return (
    <>
      <PageHeader
        title={t('title', { version: templateVersion })}
        above={{ to: pathOf('/manage/eg/template/edit/{id}/info', { id: templateId }), label: named(templateName) }}
        tags={
          <>
            <Tag>{t('deviceCount', { count: all })}</Tag>
            <Tag minor>{t('begun', { time: formatTime(createdAt, zone).slice(0, 16), name: author })}</Tag>
          </>
        }
      >
        <Acts of={data} />
      </PageHeader>
      <AsOf query={{ data, error, dataUpdatedAt }} />
      <Progress of={data} />
      <div className="rollout-columns">
        <div className="rollout-main">
          <RolloutDevices of={data} />
        </div>
        <PlanPanel
          plans={plans}
          version={templateVersion}
          note={t('readBefore', { name: author })}
          fields={({ no }) => queryOf(rolloutPlan, { id, no })}
          empty={t('nobody')}
        />
      </div>
    </>
  )
}

function Acts({ of }: { of: RolloutInfo }) {
  const { id, templateId, status, pausedWhy, counts } = of
  const { go } = usePlace()
  const t = useText(rolloutText)
  const pause = useMutation(mutationOf(pauseRollout))
  const resume = useMutation(mutationOf(resumeRollout))
  const end = useMutation(mutationOf(cancelRollout))
  const back = useMutation(mutationOf(takeBackRollout))
  const has = counts.complete + counts.watching
  const target = t('counts', countWords(of))
  const ask = async (title: string, note: string, act: string, run: () => void) => {
    if (await confirm({ title, act, target, note, danger: true })) run()
  }
  const isGoing = status === 'running' || status === 'paused'
  const next = waveToCome(of)
  return (
    <>
      {status === 'running' && (
        <Act icon="pause" may="equipment:edit" sends onClick={() => pause.mutate({ id })}>
          {t('pause')}
        </Act>
      )}
      {isGoing && (
        <Act
          may="equipment:edit"
          sends
          onClick={() => void ask(t('endTitle'), t('endNote'), t('endAct'), () => end.mutate({ id }))}
        >
          {t('end')}
        </Act>
      )}
      {has > 0 && (
        <Act
          icon="undo"
          may="equipment:edit"
          sends
          onClick={() => void ask(t('takeBackTitle'), t('takeBackNote'), t('takeBackAct'), () => back.mutate({ id }))}
        >
          {t('takeBack', { count: has })}
        </Act>
      )}
      {status === 'paused' && pausedWhy === 'template' && (
        <Act
          kind="primary"
          icon="play"
          may="equipment:edit"
          onClick={() => go(pathOf('/manage/eg/template/rollout/add/{id}', { id: templateId }))}
        >
          {t('planAnew')}
        </Act>
      )}
      {status === 'paused' && pausedWhy !== 'template' && (
        <Act kind="primary" icon="play" may="equipment:edit" sends onClick={() => resume.mutate({ id })}>
          {next === undefined ? t('resume') : t('resumeWith', { wave: next })}
        </Act>
      )}
    </>
  )
}

/** The number of the wave that would start next, if the current wave is over. */
function waveToCome({ wave, waves }: RolloutInfo): number | undefined {
  const isOpen = waves.some((each) => each.wave === wave && each.devices.some(({ state }) => !isOver(state)))
  return isOpen ? undefined : waves.find((each) => each.wave > wave)?.wave
}
