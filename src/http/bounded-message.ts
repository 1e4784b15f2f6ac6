// A request whose body may not come in too many pieces: a chunk of one byte takes as long to parse as hundreds of bytes.
import { IncomingMessage } from 'node:http';

/** This many may have any size; more must be longer than PIECE_BYTES on average, or the client is disconnected. */
export const PIECES_MAX = 1_000;
const PIECE_BYTES = 64;

export class BoundedMessage extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;

  override push(piece: Uint8Array | null): boolean {
    if (piece !== null) {
      this.#pieces += 1;
      this.#bytes += piece.length;
      if (this.#pieces > PIECES_MAX && this.#bytes < this.#pieces * PIECE_BYTES) {
        this.socket.destroy();
        return false;
      }
    }
    return super.push(piece);
  }
}
