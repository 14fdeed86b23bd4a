"""One game at a time, in plain words: what the AEC face, the Gymnasium face, records and `play` stand on."""

from __future__ import annotations

import json
import operator
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .compiling import new_states
from .game import Game
from .options import nearest
from .vector import BEGIN, FORFEIT, LEARNER, SKIP

if TYPE_CHECKING:
    from .record import GameRecord

GO_ON = BEGIN - 1
"""As an action of `step_games`: nobody moves, scripted players go on until a decision from outside is due."""

_MAGIC = b"manorfarm state 1\n"
_SEEDS = 2**64


def check_seed(seed: Any) -> int:
    """Return `seed` as int; raise ValueError unless it is a whole number from 0 to 2**64 - 1."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number < _SEEDS:
        raise ValueError(f"seed: got {seed!r}, allowed is a whole number from 0 to 2**64 - 1")
    return number


def fresh_seed(generator: np.random.Generator) -> int:
    """Return a seed for a game, drawn from `generator`: 53 bits, so that every JSON reader keeps it exact."""
    return int(generator.integers(2**53))


def _named(table: Mapping[str, Any], key: str, kind: type | tuple[type, ...], what: str) -> Any:
    """Return `table[key]`; raise ValueError if it is missing or of another kind."""
    value = table.get(key)
    if not isinstance(value, kind):
        raise ValueError(f"{what}: {key!r} is {value!r}; it is damaged or of another kind")
    return value


class Table:
    """One game with its history.

    All arrays have one row and are written in place: the compiled loops work on them.

    Attributes:
        game: the game.
        options: all options of the game, by name.
        num_players, num_actions, num_features: sizes.
        scale: float32 (features,); counts times this are in [0, 1].
        state: the state, one record (a view into `states`).
        mask: int8 (actions,); what the seat to act may do, all 0 when the game is over.
        features: int8 (features,); what the seat to act may know. Left as it was when the game is over.
        returns: float32 (players,); the return of each seat, 0 until the game is over.
        lineup: int64 (1, players); `LEARNER` and below: decided outside; from 0: the scripted player of that number.
        seed: seed of the running game, None before the first.
        position: the position that it started from, or None.
        actions: the decisions so far. `FORFEIT` as the last one: the seat to act gave up. Decisions of scripted players
            in the line-up are not among them.
        message: why the game was lost by `forfeit`, or "".

    Args:
        game: the game.
        options: options of the game; what is not named has its default.
        lineup: one entry a seat, see above; by default every seat is decided outside.

    Raises:
        ValueError: unknown or bad option.
    """

    def __init__(
        self, game: Game, options: Mapping[str, Any] | None = None, lineup: Sequence[int] | None = None
    ) -> None:
        self.game = game
        self.options = game.options.complete(options)
        self.num_players: int = self.options["num_players"]
        self.num_actions = game.actions.size(self.num_players)
        self.num_features = game.observation.size(self.num_players)
        self.scale = (1.0 / game.observation.highs(self.num_players)).astype(np.float32)
        self.seed: int | None = None
        self.position: dict[str, Any] | None = None
        self.actions: list[int] = []
        self.message = ""
        self._make_arrays()
        if lineup is not None:
            self.lineup[0] = lineup

    def _make_arrays(self) -> None:
        players = self.num_players
        self.states = new_states(self.game.dtype, 1)
        self.state = self.states[0]
        self.masks = np.zeros((1, self.num_actions), np.int8)
        self.feature_rows = np.zeros((1, self.num_features), np.int8)
        self.seats = np.full(1, -1, np.int64)
        self.return_rows = np.zeros((1, players), np.float32)
        self.dones = np.zeros(1, np.int8)
        self.cuts = np.zeros(1, np.int8)
        self.lineup = np.full((1, players), LEARNER, np.int64)
        self.generators = np.zeros(1, np.uint64)
        self.action = np.full(1, SKIP, np.int64)
        self.mask, self.features, self.returns = self.masks[0], self.feature_rows[0], self.return_rows[0]
        self.counts = self.features.view(np.uint8)  # the same numbers: NumPy turns these into floats twice as fast
        self.option_array = self.game.options.encode(self.options)
        # The hot path reads single numbers: through memoryviews that takes half the time, and gives plain integers.
        self.mask_view, self.seat_view = self.mask.data, self.seats.data
        self.done_view, self.action_view = self.dones.data, self.action.data
        self.step_games = self.game.loops.step_games
        self.arguments = (
            *(self.states, 0, 1, 0, self.action, self.option_array, self.lineup.copy(), self.lineup, self.generators),
            *(self.masks, self.feature_rows, self.seats, self.return_rows, self.dones, self.cuts),
        )

    # course of the game

    @property
    def seat(self) -> int:
        """The seat to act, -1 when the game is over or has not begun."""
        return self.seat_view[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.done_view[0] == 1

    @property
    def truncated(self) -> bool:
        """Whether it was cut by its limit of turns."""
        return bool(self.cuts[0])

    def start(self, seed: int, position: Mapping[str, Any] | None = None) -> None:
        """Start a game from `seed`, or from a position with what it leaves open drawn from `seed`.

        Raises:
            ValueError: bad seed or position; the running game is then as it was.
        """
        seed = check_seed(seed)
        states = new_states(self.game.dtype, 1)
        if position is None:
            self.game.rules.reset(states[0], self.option_array, np.uint64(seed))
        else:
            if not isinstance(position, Mapping):
                raise ValueError(f"position: got {position!r}, allowed is a dict")
            position = _as_json(position, "position")
            self.game.set_position(states[0], position, self.option_array, seed)
        self.states[0] = states[0]
        self.seed, self.position, self.actions, self.message = seed, position, [], ""
        self._run(GO_ON)

    def _run(self, action: int) -> None:
        self.action_view[0] = action
        self.step_games(*self.arguments)

    def is_legal(self, action: int) -> bool:
        """Return whether `action` (an int) is legal for the seat to act."""
        return 0 <= action < self.num_actions and self.mask_view[action] == 1

    def play(self, action: int) -> None:
        """Take one legal decision; raise ValueError, with nothing changed, if it is not legal."""
        number = self.check_action(action)
        self._run(number)
        self.actions.append(number)

    def check_action(self, action: Any) -> int:
        """Return `action` as int; raise ValueError if it is not a legal action of the seat to act."""
        try:
            number = -1 if isinstance(action, bool) else operator.index(action)
        except TypeError:
            number = -1
        if not self.is_legal(number):
            raise ValueError(self.complaint(action))
        return number

    def complaint(self, action: Any) -> str:
        """Return, in one line, what is wrong with an illegal `action`."""
        if self.seed is None:
            return "action: no game has begun, reset comes first"
        if self.seat < 0:
            return f"action: got {action!r}, but the game is over"
        legal = self.mask.nonzero()[0].tolist()
        some = ", ".join(f"{a} ({self.action_text(a)})" for a in legal[:5]) + (", ..." if len(legal) > 5 else "")
        return f"action: got {action!r}, which is not legal for seat {self.seat}; legal are {some}"

    def forfeit(self, message: str) -> None:
        """The seat to act gives the game up: it has the worst return, the others share the best."""
        self._run(FORFEIT)
        self.actions.append(FORFEIT)
        self.message = message

    # what the seats see

    def look(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """Return (features, mask) of `seat` as new int8 arrays; the mask is all 0 unless `seat` is to act."""
        features, mask = np.empty(self.num_features, np.int8), np.empty(self.num_actions, np.int8)
        self.game.loops.look_one(self.states, 0, seat, mask, features)
        return features, mask

    def observation(self, seat: int) -> np.ndarray:
        """Return what `seat` may know as a new float32 array of shape (features,), in [0, 1]."""
        features = self.features if seat == self.seat_view[0] else self.look(seat)[0]
        return features.view(np.uint8) * self.scale

    # texts

    def action_text(self, action: int) -> str:
        """Return `action` of the seat to act in words."""
        return self.game.action_text(self.state, int(action))

    def legal_texts(self) -> dict[int, str]:
        """Return the text of each legal action of the seat to act, by action."""
        text, state = self.game.action_text, self.state
        return {action: text(state, action) for action in self.mask.nonzero()[0].tolist()}

    def parse_action(self, text: str) -> int:
        """Return the legal action that `text` says (its words, or its number); raise ValueError naming the nearest."""
        texts = self.legal_texts()
        words = " ".join(str(text).split()).casefold()
        for action, known in texts.items():
            if known.casefold() == words or str(action) == words:
                return action
        if not texts:
            raise ValueError(f"action: got {text!r}, but nobody is to act")
        some = ", ".join(repr(t) for t in list(texts.values())[:8]) + (", ..." if len(texts) > 8 else "")
        raise ValueError(f"action: got {text!r}{nearest(text, texts.values())} (legal are {some})")

    # copies and saving

    def clone(self) -> Table:
        """Return an independent copy, the fast way."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        keep = ("game", "options", "num_players", "num_actions", "num_features", "scale", "seed", "position", "message")
        arrays = (self.states, self.masks, self.feature_rows, self.seats, self.return_rows, self.dones, self.cuts)
        return {
            **{name: getattr(self, name) for name in keep},
            "actions": self.actions.copy(),
            "arrays": tuple(array.tobytes() for array in (*arrays, self.lineup, self.generators)),
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        kept = dict(kept)
        saved = kept.pop("arrays")
        self.__dict__.update(kept)
        self._make_arrays()
        arrays = (self.states, self.masks, self.feature_rows, self.seats, self.return_rows, self.dones, self.cuts)
        every: tuple[np.ndarray, ...] = (*arrays, self.lineup, self.generators)
        for array, content in zip(every, saved, strict=True):
            array[...] = np.frombuffer(content, array.dtype).reshape(array.shape)

    def redeal(self, seat: int, seed: int) -> None:
        """Draw anew, from `seed`, all that `seat` cannot know, in agreement with what it knows."""
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.num_players:
            raise ValueError(f"seat: got {seat!r}, allowed is 0..{self.num_players - 1}")
        self.game.rules.redeal(self.state, int(seat), np.uint64(check_seed(seed)))
        if not self.over:
            self._run(GO_ON)

    def _header(self, more: Mapping[str, int]) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": plain_options(self.options),
            "seed": self.seed,
            "position": self.position,
            "actions": self.actions,
            "message": self.message,
            "over": self.over,
            "truncated": self.truncated,
            "returns": self.returns.tolist(),
            "more": dict(more),
        }

    def to_bytes(self, **more: int) -> bytes:
        """Return the game as bytes that say whose they are; `more` (numbers from 0) is returned by `from_bytes`."""
        header = json.dumps(self._header(more)).encode()
        body = len(header).to_bytes(4, "little") + header + self.states.tobytes()
        return _MAGIC + zlib.crc32(body).to_bytes(4, "little") + body

    def from_bytes(self, data: bytes, **highest: int) -> dict[str, int]:
        """Take over the game of `to_bytes`; return the `more` given there.

        Args:
            data: what `to_bytes` returned.
            highest: the highest value allowed for each number of `more`.

        Raises:
            ValueError: damaged, impossible, of another game, version of the rules, or with other options; nothing is
                changed then.
        """
        data = bytes(data) if isinstance(data, (bytes, bytearray, memoryview)) else b""
        body = data[len(_MAGIC) + 4 :]
        checksum = data[len(_MAGIC) : len(_MAGIC) + 4]
        if not data.startswith(_MAGIC) or zlib.crc32(body).to_bytes(4, "little") != checksum:
            raise ValueError("state: these are no bytes of get_state, or they are damaged")
        size = int.from_bytes(body[:4], "little")
        header = read_json(body[4 : 4 + size], "state")
        content = body[4 + size :]
        if len(content) != self.game.dtype.itemsize:
            raise ValueError(f"state: {len(content)} bytes, allowed are {self.game.dtype.itemsize}")
        states = new_states(self.game.dtype, 1)
        states[:] = np.frombuffer(content, self.game.dtype)
        return self._take_over(header, states, highest)

    def to_dict(self, **more: int) -> dict[str, Any]:
        """Return the game as JSON values, the state by the names of its fields; `more` as in `to_bytes`."""
        state = {name: np.asarray(self.state[name]).tolist() for name in self.game.dtype.names or ()}
        return {**self._header(more), "state": state}

    def from_dict(self, table: Mapping[str, Any], **highest: int) -> dict[str, int]:
        """Take over the game of `to_dict`, exactly; arguments, result and errors as for `from_bytes`."""
        if not isinstance(table, Mapping):
            raise ValueError(f"state: got {type(table).__name__}, allowed is what to_json wrote")
        check_origin(self.game, self.options, table, "state")
        fields = _named(table, "state", Mapping, "state")
        states = new_states(self.game.dtype, 1)
        names = set(self.game.dtype.names or ())
        if names != set(fields):
            raise ValueError(f"state: fields missing or unknown: {', '.join(sorted(map(str, names ^ set(fields))))}")
        for name, value in fields.items():
            states[name][0] = _field(value, self.game.dtype[name], f"state: field {name!r}")
        return self._take_over({name: value for name, value in table.items() if name != "state"}, states, highest)

    def _take_over(self, header: Any, states: np.ndarray, highest: Mapping[str, int]) -> dict[str, int]:
        """Check header and state as a whole, then make them this table's; return the header's `more`."""
        check_header(self, header, highest)
        begun, over = header["seed"] is not None, header["over"]
        if begun:
            self._check_state(states, header)
        elif states.tobytes().strip(b"\0") or header["actions"] or over:
            raise ValueError("state: no seed, but a game that has begun")
        self.states[:] = states
        self.seed, self.position = header["seed"], header["position"]
        self.actions, self.message = list(header["actions"]), header["message"]
        self._run(GO_ON if begun and not over else SKIP)
        if over or not begun:
            self.mask[:] = 0
            self.seats[0] = -1
        self.returns[:], self.dones[0], self.cuts[0] = header["returns"], over, header["truncated"]
        return dict(header["more"])

    def _check_state(self, states: np.ndarray, header: Mapping[str, Any]) -> None:
        """Raise ValueError unless the state is possible, of this table's options, and ended as the header says."""
        state, given_up = states[0], header["message"] != ""
        if "padding" in (self.game.dtype.names or ()) and np.any(state["padding"]):
            raise ValueError("state: field 'padding' is not 0")
        codes = {"players": self.num_players}
        for option in self.game.options.options:  # numbers may change in a state that calls them so, but for the limit
            fixed = option.name == "max_turns" or option.choices or isinstance(option.default, bool)
            if fixed and option.name in (self.game.dtype.names or ()):
                codes[option.name] = int(self.option_array[self.game.options.index(option.name)])
        for name, code in codes.items():
            if int(state[name]) != code:
                raise ValueError(f"state: field {name!r} is {int(state[name])}, the options say {code}")
        if (int(state["to_act"]) < 0) != header["over"]:
            raise ValueError("state: 'over' does not fit the seat to act")
        complaint = self._complaint_about(states, given_up)
        if complaint:
            raise ValueError(f"state: not a possible state: {complaint}")
        if header["over"] and not given_up:
            returns = np.zeros(self.num_players, np.float32)
            self.game.rules.returns(state, returns)
            if header["truncated"] != bool(state["truncated"]) or header["returns"] != returns.tolist():
                raise ValueError("state: 'truncated' or 'returns' do not fit the end of the game")
        elif not header["over"] and (header["truncated"] or any(header["returns"]) or given_up):
            raise ValueError("state: 'truncated', 'returns' or 'message' of a game that is not over")

    def _complaint_about(self, states: np.ndarray, given_up: bool) -> str:
        """Return which invariant a state breaks, or "". In a game given up, some seat must have been to act."""
        complaint = ""
        for seat in range(self.num_players) if given_up else [int(states[0]["to_act"])]:
            tried = new_states(self.game.dtype, 1)
            tried[:] = states
            tried["to_act"] = seat
            try:
                self.game.check(tried[0])
            except (AssertionError, LookupError, ValueError, OverflowError) as error:
                complaint = " ".join(str(error).split()) or type(error).__name__
            else:
                return ""
        return complaint

    def record(self) -> GameRecord:
        """Return the record of the game so far; raise ValueError if it cannot be replayed (redealt, scripted seats)."""
        from .record import GameRecord

        return GameRecord.of(self)


def read_json(text: str | bytes, what: str) -> Any:
    """Return the value that JSON `text` says; raise ValueError in one line, also for what nests too deep."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"{what}: this is no JSON, or it is damaged") from None


_HEADER_KINDS: dict[str, type | tuple[type, ...]] = {
    "position": (Mapping, type(None)),
    "actions": list,
    "message": str,
    "over": bool,
    "truncated": bool,
    "returns": list,
    "more": Mapping,
}


def check_header(table: Table, header: Any, highest: Mapping[str, int]) -> None:
    """Raise ValueError unless `header` is one that `table` could have written; `highest` as in `Table.from_bytes`."""
    what = "state"
    if not isinstance(header, Mapping):
        raise ValueError(f"{what}: its header is damaged or of another kind")
    check_origin(table.game, table.options, header, what)
    unknown = set(header) - {"game", "version", "options", "seed", *_HEADER_KINDS}
    if unknown:
        raise ValueError(f"{what}: unknown entry {sorted(map(str, unknown))[0]!r}")
    for name, kind in _HEADER_KINDS.items():
        _named(header, name, kind, what)
    if header.get("seed") is not None:
        check_seed(header["seed"])
    if not all(is_whole(action) and FORFEIT <= action < table.num_actions for action in header["actions"]):
        raise ValueError(f"{what}: 'actions' has an entry that is no action")
    returns = header["returns"]
    if len(returns) != table.num_players or not all(isinstance(r, float) and abs(r) <= 1 for r in returns):
        raise ValueError(f"{what}: 'returns' is not one number in -1..1 for each of {table.num_players} players")
    more = header["more"]
    if set(more) != set(highest) or not all(is_whole(more[name]) and 0 <= more[name] <= highest[name] for name in more):
        raise ValueError(f"{what}: 'more' is damaged")


def is_whole(value: Any) -> bool:
    """Return whether `value` is an int and no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as JSON would give them back."""
    return _as_json(options, "options")


def _as_json(table: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return a deep copy of `table` as JSON gives it back; raise ValueError where JSON cannot hold it."""

    def plain(value: Any) -> Any:
        if isinstance(value, (np.generic, np.ndarray)):
            return value.tolist()
        raise TypeError(f"{value!r} is no number, text, list or dict")

    try:
        return json.loads(json.dumps(dict(table), default=plain))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what}: {error}") from None


def _field(value: Any, kind: np.dtype, what: str) -> np.ndarray:
    """Return `value` as an array of the integer field type `kind` (with its shape), exact."""
    base, shape = kind.base, kind.shape
    try:
        array = np.array(value, object)
        numbers = np.array([operator.index(n) for n in array.ravel().tolist()], object)
    except (TypeError, ValueError):
        raise ValueError(f"{what}: not whole numbers") from None
    limits = np.iinfo(base)
    if array.shape != shape or any(not limits.min <= n <= limits.max for n in numbers.tolist()):
        raise ValueError(f"{what}: shape {array.shape} or a number outside {limits.min}..{limits.max}, not {shape}")
    return numbers.reshape(shape).astype(base)


def check_origin(game: Game, options: Mapping[str, Any] | None, header: Mapping[str, Any], what: str) -> None:
    """Raise ValueError if something saved is of another game or version of the rules, or has other `options`."""
    if header.get("game") != game.name:
        raise ValueError(f"{what}: it is of game {header.get('game')!r}, allowed is {game.name!r}")
    if header.get("version") != game.version:
        raise ValueError(
            f"{what}: it was made under version {header.get('version')!r} of the rules of {game.name}, "
            f"these are version {game.version!r}"
        )
    if options is None:
        return
    given = _named(header, "options", Mapping, what)
    for name, value in plain_options(options).items():
        if given.get(name) != value:
            raise ValueError(f"{what}: it was made with {name}={given.get(name)!r}, this table has {name}={value!r}")
