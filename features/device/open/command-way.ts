// The calls for writing a value: those of the device or, for visitors, those of a page of a shared project.
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

/** Writes of page widgets by visitors of a share that permits writing. */
export function wayOfPage(project: number, page: number): WriteWay {
  const [projectId, pageId] = [ProjectId.parse(project), PageId.parse(page)]
  return {
    send: ({ signalId, ...of }) =>
      call(writeProjectValue, { projectId, pageId, signalId: SignalId.parse(signalId), ...of }),
    hold: (press) => call(holdProjectValue, { projectId, ...press }),
    callback: (uuid) => call(projectCallback, { uuid }),
  }
}
