// @ts-check
/**
 * How a demonstration's page speaks with its kernel: in order, and over lines that are slow or cut.
 *
 * @typedef {{subshellStarted?: Promise<void>, commsOverSubshells?: string}} Comm
 * @typedef {{comm?: {jsServicesComm?: Comm}, comm_live: boolean, get: (trait: string) => any,
 *   _pending_msgs: number, _msg_buffer: Record<string, any> | null, _msg_buffer_callbacks: object | null,
 *   _expectedEchoMsgIds: Map<string, string>, rememberLastUpdateFor: (id: string) => void,
 *   send_sync_message: (state: object, callbacks: object) => string}} Widget
 * @typedef {{get_model: (id: string) => Promise<Widget>}} Manager
 * @typedef {{get: (trait: string) => any, send: (content: object) => void, widget_manager: Manager,
 *   on: (event: string, call: (...args: any[]) => void) => void,
 *   off: (event: string, call: (...args: any[]) => void) => void}} Model
 */

/** Milliseconds from one step of a playing control to the next. */
const STEP = 300;

const pause = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));

/** The kernel: what it is asked, and whether it answers. */
class Kernel {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** @type {Map<number, (answer: object | null) => void>} */
    this.waiting = new Map();
    this.asked = Math.random(); // another window's numbers are others
    this.silent = false;
    this.views = 0; // nobody sees what is played in none of them
    /** @type {Set<Widget>} */
    this.widgets = new Set();
    /** @type {(() => void)[]} */
    this.soon = [];
    /** @type {Set<() => void>} */
    this.watched = new Set(); // called after each answer, and when it falls silent
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    model.on("msg:custom", (answer) => this.hear(answer));
  }

  /** Ask, and give the answer, or null where there will be none.
   * @param {object} message @returns {Promise<any>} */
  ask(message) {
    const id = (this.asked += 1);
    if ("name" in message) this.sendHeld();
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.timer ??= setTimeout(() => this.miss(), this.model.get("patience"));
      try {
        this.model.send({ ...message, id });
      } catch {
        this.tell(true); // there is no kernel to send to
      }
    });
  }

  /** Ask for no more than a sign of life. */
  greet() {
    if (this.waiting.size === 0 || this.silent) this.ask({ kind: "greet" });
  }

  /** Say that there is no answer, and ask again: what was asked before a line was cut is lost. */
  miss() {
    this.timer = undefined;
    this.tell(true);
    // A kernel that was started anew knows nothing of the page.
    if (this.views && [...this.widgets].some((widget) => widget.comm_live)) this.greet();
  }

  /** @param {{id: number}} answer */
  hear(answer) {
    if (!this.waiting.has(answer.id)) return; // it is another window's
    this.waiting.get(answer.id)?.(answer);
    // Answers come in order: what was asked earlier is lost.
    for (const id of [...this.waiting.keys()]) {
      if (id < answer.id) this.waiting.get(id)?.(null);
      if (id <= answer.id) this.waiting.delete(id);
    }
    clearTimeout(this.timer);
    this.timer = this.waiting.size
      ? setTimeout(() => this.miss(), this.model.get("patience"))
      : undefined;
    if (this.silent) this.findLost();
    this.tell(false);
  }

  /** @param {boolean} silent */
  tell(silent) {
    this.silent = silent;
    for (const call of this.watched) call();
  }

  /** Step by step, each when the one before is shown, as long as something plays where it is seen. */
  async play() {
    if (this.playing) return;
    this.playing = true;
    while (this.views && this.model.get("playing")) {
      const next = pause(STEP);
      await this.ask({ kind: "step" });
      await next;
    }
    this.playing = false;
  }

  /** Do something after the widgets have told what they make of the same event, but before the next.
   * @param {() => void} call */
  after(call) {
    this.soon.push(call);
    pause(0).then(() => this.settle());
  }

  settle() {
    for (const call of this.soon.splice(0)) call();
  }

  /** Send what widgets hold back: each tells a change when the one before is answered, and so after
   * all that is told by other means meanwhile. */
  sendHeld() {
    for (const widget of this.widgets) {
      const held = widget._msg_buffer;
      if (!held) continue;
      widget._msg_buffer = null;
      widget.rememberLastUpdateFor(widget.send_sync_message(held, widget._msg_buffer_callbacks ?? {}));
    }
  }

  /** Tell changes again that were lost with a line: their widgets would wait for the answers for ever. */
  async findLost() {
    const told = new Set([...this.widgets].flatMap((widget) => [...widget._expectedEchoMsgIds.values()]));
    if (!(await this.ask({ kind: "greet" }))) return; // by its answer all that came before it is answered
    for (const widget of this.widgets) {
      const unanswered = [...widget._expectedEchoMsgIds];
      if (widget._pending_msgs === 0 || unanswered.some(([, id]) => !told.has(id))) continue;
      const lost = Object.fromEntries(unanswered.map(([trait]) => [trait, widget.get(trait)]));
      widget._expectedEchoMsgIds.clear();
      widget._pending_msgs = 0;
      widget._msg_buffer = unanswered.length ? { ...lost, ...widget._msg_buffer } : widget._msg_buffer;
    }
    this.sendHeld();
  }
}
