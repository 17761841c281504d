"""DevTools's protocol over a pipe."""
import json
import os
import queue
import threading

PATIENCE = float(os.environ.get("WARPLENS_PATIENCE", 120))  # a loaded machine is slow, never wrong


class BrowserError(AssertionError):
    """The browser's answer to what it could not do, an exception of the page, or its end."""


class Pipe:
    """DevTools's messages: calls, their answers, and events, which `heard` is given in a thread of this class."""

    def __init__(self, read, write, heard):
        self.incoming, self.outgoing, self.heard = os.fdopen(read, "rb"), os.fdopen(write, "wb"), heard
        self.answers, self.lock, self.last, self.is_open = {}, threading.Lock(), 0, True
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def post(self, method, session=None, answered=None, **parameters):
        """Does not wait; `answered` is a queue for the answer."""
        with self.lock:
            if not self.is_open:
                raise BrowserError(f"{method}: the browser has ended")
            self.last += 1
            message = {"id": self.last, "method": method, "params": parameters}
            if session is not None:
                message["sessionId"] = session
            if answered is not None:
                self.answers[self.last] = answered
            try:
                self.outgoing.write(json.dumps(message).encode() + b"\0")
                self.outgoing.flush()
            except OSError as error:
                raise BrowserError(f"{method}: the browser has ended") from error

    def call(self, method, session=None, **parameters):
        answered = queue.Queue()
        self.post(method, session, answered, **parameters)
        try:
            answer = answered.get(timeout=PATIENCE)
        except queue.Empty:
            raise BrowserError(f"{method}: no answer") from None
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def listen(self):
        rest = b""
        while piece := self.incoming.read1(1 << 20):
            *messages, rest = (rest + piece).split(b"\0")
            for message in map(json.loads, messages):
                if "id" not in message:
                    self.heard(message)
                elif (answered := self.answers.pop(message["id"], None)) is not None:
                    answered.put(message)
        with self.lock:
            self.is_open = False
        for answered in list(self.answers.values()):
            answered.put({"error": {"message": "the browser has ended"}})

    def close(self):
        self.thread.join(timeout=5)
        self.incoming.close()
        try:
            self.outgoing.close()
        except OSError:
            pass
