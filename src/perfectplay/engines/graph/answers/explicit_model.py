"""An explored game as an explicit-state model, for model checkers.

Every state of the graph becomes a state; the ends of the game lead to one more, with the label
`over`. Points on the way are the reward `score`, and the last step earns the payoff, so the value
of the game is the greatest expected reward until it is over. If payoffs are 0 or 1 and nothing is
earned before, the states worth 1 have the label `win`: the value is then the chance of reaching
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph.graph import CHANCE, CHOICE, FINAL
from perfectplay.engines.graph.solve.terminal_values import terminal_values
from perfectplay.model.explicit import ExplicitModel
from perfectplay.model.nodes import Number

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution


def explicit_model(solution: GraphSolution) -> ExplicitModel:
    """The model of a solved game, with the names of positions and options."""
    return Writing(solution).written()


class Writing:
    """A model under construction: states of the graph become states in the same order."""

    def __init__(self, solution: GraphSolution) -> None:
        self.solution = solution
        self.graph, self.lanes = solution.graph, solution.lanes
        self.states = list(solution.states())
        self.number = {state: number for number, (_, state) in enumerate(self.states)}
        self.over = len(self.states)
        value = terminal_values(self.lanes, solution.objective, solution.game.endless).value
        self.final_values = {
            state: solution.number(value[state])
            for node, state in self.states
            if self.graph.kind[node] == FINAL
        }
        self.model = ExplicitModel([0], [0], [], [], [], {"score": []}, {"over": set()})
        self.names: list[str] = []
        self.values = [solution.number(solution.values[state]) for _, state in self.states]
        self.best: list[int] = []
        self.later: list[tuple[str, Number, int]] = []

    def written(self) -> ExplicitModel:
        """The whole model: the states of the graph, the end, and outcomes that earn points."""
        model, game = self.model, self.solution.game
        for node, state in self.states:
            self.best.append(len(model.action))
            self.names.append(self.name(node, state))
            self.write(node, state)
            model.choices.append(len(model.action))
        self.names.append("over")
        self.only("stay", 0, self.over, worth=0)
        for name, points, target in self.later:
            self.names.append(name)
            self.only("score", points, target, worth=points + self.values[target])
        model.values, model.best = self.values, self.best
        model.labels["over"] = {self.over}
        if not any(model.rewards["score"][choice] for choice in self.on_the_way()):
            ends = set(self.final_values.values())
            if ends <= {0, 1}:
                won = {self.number[state] for state, value in self.final_values.items() if value}
                model.labels["win"] = won
        model.names, model.title = self.names, game.name
        if game.players == 2:
            owners = [self.graph.player[node] for node, _ in self.states]
            model.players = owners + [0] * (len(self.names) - len(owners))
        return model

    def on_the_way(self) -> list[int]:
        """The choices before the last step."""
        model = self.model
        ends = {self.number[state] for state in self.final_values}
        states = (state for state in range(model.states) if state not in ends)
        return [choice for state in states for choice in model.choices_of(state)]

    def name(self, node: int, state: int) -> str:
        """A position as text, with its score if that is tracked."""
        text = self.solution.game.text(self.solution.names.position(node))
        if not self.lanes.tracked:
            return text
        return f"{text} (score {self.lanes.score(node, state)})"

    def write(self, node: int, state: int) -> None:
        """Write one state."""
        graph, lane = self.graph, state - self.lanes.offset[node]
        kind = graph.kind[node]
        if kind == FINAL:
            self.choose("end", self.final_values[state], [(self.over, 1)])
        elif kind == CHOICE:
            self.best[-1] += graph.out(node).index(self.solution.chosen[state])
            for edge in graph.out(node):
                label = str(self.solution.names.labels[graph.label[edge]])
                self.choose(label, self.points(edge), [(self.then(edge, lane), 1)])
        else:
            assert kind == CHANCE
            earned = [self.points(edge) for edge in graph.out(node)]
            same = earned[0] if len(set(earned)) == 1 else 0
            branches: list[tuple[int, Number]] = []
            for place, edge in enumerate(graph.out(node)):
                target = self.then(edge, lane)
                if earned[place] != same:
                    self.later.append((f"{self.names[-1]} > {place}", earned[place], target))
                    target = self.over + len(self.later)
                branches.append((target, graph.probability[edge]))
            self.choose("chance", same, branches)

    def only(self, action: str, reward: Number, target: int, worth: Number) -> None:
        """Write a state that exists only in the model, with its single choice."""
        self.best.append(len(self.model.action))
        self.values.append(worth)
        self.choose(action, reward, [(target, 1)])
        self.model.choices.append(len(self.model.action))

    def then(self, edge: int, lane: int) -> int:
        """Where an edge leads."""
        return self.number[self.lanes.reach[edge] + lane]

    def points(self, edge: int) -> Number:
        """The points of an edge."""
        return 0 if self.lanes.tracked else self.solution.number(self.graph.points_of(edge))

    def choose(self, action: str, reward: Any, branches: list[tuple[int, Number]]) -> None:
        """Write one choice."""
        model = self.model
        model.action.append(action)
        model.rewards["score"].append(reward)
        for target, share in branches:
            model.target.append(target)
            model.probability.append(self.solution.number(share))
        model.branches.append(len(model.target))
