// The rollouts of a template, and a link to a new one. For the template's page.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import type { TemplateId } from '../template/contract.ts'
import { queryRollouts } from './contract.ts'
import './rollout.css'
import { rolloutText } from './text.ts'

export function Rollouts({ id, differing }: { id: TemplateId; differing: number }) {
  const t = useText(rolloutText)
  const zone = useZone()
  const { go } = usePlace()
  const { data } = useQuery(queryOf(queryRollouts, { templateId: id, pageSize: 5 }))
  return (
    <section className="rollout-list" aria-label={t('rollouts')}>
      <h2>{t('rollouts')}</h2>
      <Act
        icon="play"
        may="equipment:edit"
        why={differing === 0 && t('nobody')}
        onClick={() => go(pathOf('/manage/eg/template/rollout/add/{id}', { id }))}
      >
        {t('start')}
      </Act>
      <ul>
        {data?.rows.map((rollout) => (
          <li key={rollout.id}>
            <Go to={pathOf('/manage/eg/template/rollout/{id}', { id: rollout.id })}>
              {t('title', { version: rollout.templateVersion })}
            </Go>{' '}
            {t(rollout.status)} <small>{formatTime(rollout.createdAt, zone).slice(0, 16)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
