// The calls by which a write goes: those of its device, or for a visitor those of the page of a shared project.
import { call } from '../../../contract/call.ts'
import { EquipmentId, PageId, ProjectId, SignalId } from '../../../contract/fields.ts'
import type { Value } from '../../../core/data-type.ts'
import {
  commandCallback,
  holdProjectValue,
  holdValue,
  projectCallback,
  writeProjectValue,
  writeValue,
} from '../command/contract.ts'

type Sent = { signalId: number; value: Value; uuid: string; hold?: { back: Value; forMs: number } }
type Press = { uuid: string; forMs: number }

const sendDevice = (equipmentId: EquipmentId, { signalId, ...of }: Sent) =>
  call(writeValue, { equipmentId, signalId: SignalId.parse(signalId), ...of })

export type WriteWay = {
  send(of: Sent): ReturnType<typeof sendDevice>
  hold(press: Press): Promise<{ isHeld: boolean }>
  callback(uuid: string): ReturnType<typeof callbackOf>
}
const callbackOf = (uuid: string) => call(commandCallback, { uuid })

export function wayOfDevice(id: number): WriteWay {
  const equipmentId = EquipmentId.parse(id)
  return {
    send: (of) => sendDevice(equipmentId, of),
    hold: (press) => call(holdValue, { equipmentId, ...press }),
    callback: callbackOf,
  }
}

/** For visitors of a share with data write: what a widget of the page writes. */
export function wayOfPage(project: number, page: number): WriteWay {
  const [projectId, pageId] = [ProjectId.parse(project), PageId.parse(page)]
  return {
    send: ({ signalId, ...of }) =>
      call(writeProjectValue, { projectId, pageId, signalId: SignalId.parse(signalId), ...of }),
    hold: (press) => call(holdProjectValue, { projectId, ...press }),
    callback: (uuid) => call(projectCallback, { uuid }),
  }
}
