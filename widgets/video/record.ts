// Records from the browser's microphone until stopped.
import { limits } from '../../contract/limits.ts'
import { monoOf, wavOf, wavRate } from './wav.ts'

/** Why nothing can be recorded. `micPlainHttp`: browsers allow the microphone only for pages on https and loopback. */
export type RecordFault = 'micPlainHttp' | 'noMicrophone' | 'micRefused' | 'micBusy' | 'micFailed'

export type Recording = {
  /** Returns the recording as WAV, and releases the microphone. */
  finish(): Promise<Uint8Array<ArrayBuffer>>
  /** Discards the recording. */
  cancel(): void
}

const faults: { [name: string]: RecordFault } = {
  plainHttp: 'micPlainHttp',
  NotAllowedError: 'micRefused',
  SecurityError: 'micRefused',
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
  NotReadableError: 'micBusy',
}

/** Why recording failed. */
export const faultOf = (error: unknown): RecordFault =>
  faults[(error as { name?: string } | null)?.name ?? ''] ?? 'micFailed'

/** Requests the microphone; rejects with an error that `faultOf` names. */
export async function record(): Promise<Recording> {
  if (!isSecureContext || !navigator.mediaDevices) throw new DOMException('', 'plainHttp')
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  })
  const free = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return recording(stream, free)
  } catch (error) {
    free()
    throw error
  }
}

function recording(stream: MediaStream, free: () => void): Recording {
  const parts: Blob[] = []
  const recorder = new MediaRecorder(stream)
  recorder.ondataavailable = ({ data }) => void parts.push(data)
  const over = new Promise<void>((done) => {
    recorder.onstop = () => done()
  })
  recorder.start()
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
    free()
  }
  return {
    async finish() {
      stop()
      await over
      const sound = await new Blob(parts).arrayBuffer()
      // Used only for decoding: its sample rate is the target rate.
      const decoded = await new OfflineAudioContext(1, 1, wavRate).decodeAudioData(sound)
      const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i))
      return wavOf(monoOf(channels, limits.cameraTalkS * wavRate))
    },
    cancel: stop,
  }
}
